namespace AesModes.Backends;

/// <summary>A cheap overlap test.</summary>
internal static class Overlap
{
    /// <summary>Whether the buffers overlap. It may also be true if one of them is empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPossible(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        // True if the second begins less than its length before the first, or less than the first's length after it.
        nuint distance = (nuint)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(first), ref MemoryMarshal.GetReference(second));
        nuint before = (nuint)(uint)second.Length - 1;
        return distance + before < (uint)first.Length + before;
    }
}
