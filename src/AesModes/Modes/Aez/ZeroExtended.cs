using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>
/// Up to a block of a text that goes on beyond its span: with zeros when it is read, to nowhere when it is written. AEZ's tag is such a part
/// of the plaintext. Positions and lengths are public.
/// </summary>
internal static class ZeroExtended
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ReadOnlySpan<byte> source, int offset, int count)
    {
        int there = Math.Min(source.Length - offset, count);
        return there > 0 ? Partial.Load(source.Slice(offset, there)) : Vector128<byte>.Zero;
    }

    /// <summary>Writes what the destination has room for, and returns the rest of the count bytes, each in its place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Store(Vector128<byte> value, Span<byte> destination, int offset, int count)
    {
        int there = Math.Min(destination.Length - offset, count);
        if (there <= 0)
        {
            return value & Partial.Mask(count);
        }

        Partial.Store(value, destination.Slice(offset, there));
        return value & (Partial.Mask(count) ^ Partial.Mask(there));
    }
}
