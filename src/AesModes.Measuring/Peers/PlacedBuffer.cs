using System.Runtime.InteropServices;

namespace AesModes.Measuring.Peers;

/// <summary>
/// Pinned memory at a chosen place in a page. Where the heap puts a destination behind a source of 4 KiB, the first loads of a call have the last
/// twelve bits of their addresses in common with the last stores of the call before, and the processor lets them wait: a row would depend on which was allocated when.
/// </summary>
/// <remarks>Addresses and spans of it are good for as long as somebody holds a copy of this.</remarks>
internal readonly unsafe struct PlacedBuffer
{
    public const int PageSize = 4096;

    /// <summary>What the memory is a part of.</summary>
    private readonly byte[] _array;

    /// <param name="size">In bytes, all of them zero.</param>
    /// <param name="place">The address modulo the page's size.</param>
    public PlacedBuffer(int size, int place)
    {
        _array = GC.AllocateArray<byte>(size + PageSize - 1, pinned: true);
        nint start = Marshal.UnsafeAddrOfPinnedArrayElement(_array, 0);
        Address = (byte*)(start + ((place - start) & (PageSize - 1)));
        Length = size;
    }

    public byte* Address { get; }

    public int Length { get; }

    /// <summary>The address modulo the page's size.</summary>
    public int Place => (int)((nuint)Address % PageSize);

    public Span<byte> Span => new(Address, Length);

    /// <summary>Calls take it as they take an array, and as cheaply.</summary>
    public static implicit operator Span<byte>(PlacedBuffer buffer) => buffer.Span;

    public static implicit operator ReadOnlySpan<byte>(PlacedBuffer buffer) => buffer.Span;

    public byte[] ToArray()
    {
        byte[] copy = Span.ToArray();
        GC.KeepAlive(_array);
        return copy;
    }
}
