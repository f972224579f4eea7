namespace AesModes.Modes;

/// <summary>
/// Reads and writes blocks that may extend past the end of a span. Reads return zeros there, and writes return the bytes that do not fit. AEZ's tag is such a part
/// of the plaintext. Offsets and lengths are public. A whole block within the span is the usual case and comes first, because messages wait for it.
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

    /// <summary>Writes the bytes for which the destination has room. Returns the rest of the <paramref name="count"/> bytes, each at its index.</summary>
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
