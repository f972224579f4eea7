using System.Runtime.InteropServices;

namespace AesModes.Measuring.Peers;

/// <summary>
/// Pinned arrays at a chosen place in a page of memory. Where the heap puts a destination behind a source of 4 KiB, the first loads of a call have the last
/// twelve bits of their addresses in common with the last stores of the call before, and the processor lets them wait: a row would depend on which was allocated when.
/// </summary>
internal static class PlacedArray
{
    public const int PageSize = 4096;

    /// <summary>What is longer stands anywhere: a call's first loads are few of its own.</summary>
    public const int LargestPlaced = 1 << 17;

    /// <summary>Two are enough where no other thread allocates. A row that is not placed is only less steady, so it is no error.</summary>
    private const int MostAttempts = 200;

    /// <summary>What an array has besides its elements.</summary>
    private const int Header = 24;

    /// <param name="size">In bytes.</param>
    /// <param name="place">The address modulo the page's size: a multiple of 8.</param>
    public static byte[] Allocate(int size, int place)
    {
        byte[] array = GC.AllocateArray<byte>(size, pinned: true);
        for (int attempt = 0; attempt < MostAttempts && size <= LargestPlaced && FindPlace(array) != place; attempt++)
        {
            // Arrays follow each other, so one between them moves the next; unless another thread allocates one, or there is room for it
            // in a gap before: so it becomes longer, by whole pages.
            int next = FindPlace(array) + size + Header + (-size & 7);
            _ = GC.AllocateUninitializedArray<byte>(((place - next - Header) & (PageSize - 1)) + (attempt * PageSize), pinned: true);
            array = GC.AllocateArray<byte>(size, pinned: true);
        }

        return array;
    }

    public static int FindPlace(byte[] array) => (int)(Marshal.UnsafeAddrOfPinnedArrayElement(array, 0) & (PageSize - 1));
}
