using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AesModes.Tests.Limits;

/// <summary>Memory between two unreadable pages (Linux). An access just outside ends the process with a stack trace.</summary>
internal sealed unsafe partial class GuardedMemory : IDisposable
{
    private const int None = 0;
    private const int ReadWrite = 1 | 2;
    private const int PrivateAnonymous = 0x02 | 0x20;

    private readonly byte* _mapping;
    private readonly int _page = Environment.SystemPageSize;

    public GuardedMemory(int size)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Guard pages are mapped with Linux's mmap flags.");
        Size = (size + _page - 1) / _page * _page;
        _mapping = (byte*)Map(0, (nuint)(Size + (2 * _page)), None, PrivateAnonymous, -1, 0);
        Assert.True(_mapping != (byte*)-1, $"mmap: error {Marshal.GetLastPInvokeError()}.");
        Assert.True(Protect(_mapping + _page, (nuint)Size, ReadWrite) == 0, $"mprotect: error {Marshal.GetLastPInvokeError()}.");
    }

    private int Size { get; }

    /// <summary>The last bytes before the following unreadable page.</summary>
    public Span<byte> End(int size) => new(_mapping + _page + Size - Checked(size), size);

    /// <summary>The first bytes after the preceding unreadable page.</summary>
    public Span<byte> Begin(int size) => new(_mapping + _page, Checked(size));

    public Span<byte> At(bool end, int size) => end ? End(size) : Begin(size);

    /// <summary>Places the content next to one of the two pages.</summary>
    public Span<byte> Place(bool end, ReadOnlySpan<byte> content)
    {
        Span<byte> place = At(end, content.Length);
        content.CopyTo(place);
        return place;
    }

    /// <summary>Places the content for calls that need <see cref="ReadOnlyMemory{T}"/>. Valid until this object is disposed.</summary>
    public ReadOnlyMemory<byte> PlaceMemory(bool end, ReadOnlySpan<byte> content)
    {
        Span<byte> place = Place(end, content);
        using Unowned manager = new((byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(place)), place.Length);
        return manager.Memory;
    }

    public void Dispose() => Assert.True(Unmap(_mapping, (nuint)(Size + (2 * _page))) == 0, $"munmap: error {Marshal.GetLastPInvokeError()}.");

    private int Checked(int size)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(size, Size);
        return size;
    }

    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint Map(nint address, nuint size, int protection, int flags, int file, long offset);

    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static partial int Protect(byte* address, nuint size, int protection);

    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [LibraryImport("libc", EntryPoint = "munmap", SetLastError = true)]
    private static partial int Unmap(byte* address, nuint size);

    /// <summary>Refers to memory that another object owns.</summary>
    private sealed class Unowned(byte* start, int size) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => new(start, size);

        public override MemoryHandle Pin(int elementIndex = 0) => new(start + elementIndex);

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
