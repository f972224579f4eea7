namespace AesModes.Modes;

/// <summary>
/// Up to a block of a text that goes on beyond its span: with zeros when it is read, to nowhere when it is written. AEZ's tag is such a part
/// of the plaintext. Positions and lengths are public. A whole block that is all there, as most are, comes first: a message waits for these.
/// </summary>
internal static class ZeroExtended
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ReadOnlySpan<byte> source, int offset, int count)
    {
        int there = source.Length - offset;
        if (count == BlockSize && there >= BlockSize)
        {
            return Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(source), (nuint)offset);
        }

        there = Math.Min(there, count);
        return there > 0 ? PartialBlock.Load(ref Unsafe.Add(ref MemoryMarshal.GetReference(source), offset), there) : Vector128<byte>.Zero;
    }

    /// <summary>Writes what the destination has room for, and returns the rest of the count bytes, each in its place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Store(Vector128<byte> value, Span<byte> destination, int offset, int count)
    {
        int there = destination.Length - offset;
        if (count == BlockSize && there >= BlockSize)
        {
            value.StoreUnsafe(ref MemoryMarshal.GetReference(destination), (nuint)offset);
            return Vector128<byte>.Zero;
        }

        there = Math.Min(there, count);
        if (there <= 0)
        {
            return value & PartialBlock.Mask(count);
        }

        PartialBlock.Store(value, destination.Slice(offset, there));
        return value & (PartialBlock.Mask(count) ^ PartialBlock.Mask(there));
    }
}
