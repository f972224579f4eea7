namespace AesModes.Backends;

/// <summary>Where buffers lie to each other, asked by few instructions.</summary>
internal static class Overlap
{
    /// <summary>Whether they overlap; may say so too where one is empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPossible(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        // The second begins less than its length before the first, or less than the first's length behind it.
        nuint distance = (nuint)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(first), ref MemoryMarshal.GetReference(second));
        nuint before = (nuint)(uint)second.Length - 1;
        return distance + before < (uint)first.Length + before;
    }
}
