using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AesModes.Measuring.Peers;

/// <summary>
/// Pinned memory at a chosen place in a page. Where the heap puts a destination behind a source of 4 KiB, the first loads of a call have the last
/// twelve bits of their addresses in common with the last stores of the call before, and the processor lets them wait: a row would depend on which was allocated when.
/// </summary>
internal sealed unsafe class PlacedBuffer
{
    public const int PageSize = 4096;

    private readonly byte[] _array;
    private readonly int _offset;

    /// <param name="size">In bytes, all of them zero.</param>
    /// <param name="place">The address modulo the page's size.</param>
    public PlacedBuffer(int size, int place)
    {
        _array = GC.AllocateArray<byte>(size + PageSize - 1, pinned: true);
        _offset = (place - (int)((nuint)Marshal.UnsafeAddrOfPinnedArrayElement(_array, 0) % PageSize)) & (PageSize - 1);
        Length = size;
    }

    /// <summary>For as long as this object is there.</summary>
    public byte* Address => (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_array, _offset);

    public int Length { get; }

    /// <summary>The address modulo the page's size.</summary>
    public int Place => (int)((nuint)Address % PageSize);

    /// <summary>As cheap as that of an array, which a caller has: no bounds to check.</summary>
    public Span<byte> Span => MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_array), _offset), Length);

    /// <summary>Calls take it as they take an array.</summary>
    public static implicit operator Span<byte>(PlacedBuffer buffer) => buffer.Span;

    public static implicit operator ReadOnlySpan<byte>(PlacedBuffer buffer) => buffer.Span;
}
