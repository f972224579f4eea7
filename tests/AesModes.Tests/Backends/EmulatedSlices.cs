using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="ISlices{TVector}"/> of any width in plain loops: byte-sliced POLYVAL runs over it on every machine. Not inlined, as it
/// issues these by the hundred.
/// </summary>
internal readonly struct EmulatedSlices<TVector> : ISlices<TVector>
    where TVector : unmanaged
{
    private const int LaneSize = 16;

    public static bool IsSupported => true;

    public static int Lanes => Unsafe.SizeOf<TVector>() / LaneSize;

    public static TVector Load(ref byte source, nuint offset) => Unsafe.ReadUnaligned<TVector>(ref Unsafe.Add(ref source, offset));

    public static void Store(TVector value, ref byte destination, nuint offset) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), value);

    public static TVector InterleaveLow(TVector left, TVector right) => Interleave(left, right, 0);

    public static TVector InterleaveHigh(TVector left, TVector right) => Interleave(left, right, LaneSize / 2);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TVector LowNibbles(TVector value)
    {
        foreach (ref byte element in AsBytes(ref value))
        {
            element &= 0x0F;
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TVector HighNibbles(TVector value)
    {
        foreach (ref byte element in AsBytes(ref value))
        {
            element >>= 4;
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TVector AddEntries(TVector sum, ref byte lowTable, TVector lowNibbles, ref byte highTable, TVector highNibbles)
    {
        ReadOnlySpan<byte> lowEntries = MemoryMarshal.CreateReadOnlySpan(ref lowTable, LaneSize);
        ReadOnlySpan<byte> highEntries = MemoryMarshal.CreateReadOnlySpan(ref highTable, LaneSize);
        Span<byte> result = AsBytes(ref sum);
        Span<byte> low = AsBytes(ref lowNibbles);
        Span<byte> high = AsBytes(ref highNibbles);
        for (int i = 0; i < result.Length; i++)
        {
            result[i] ^= (byte)(lowEntries[low[i]] ^ highEntries[high[i]]);
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TVector Interleave(TVector left, TVector right, int first)
    {
        TVector result = default;
        Span<byte> bytes = AsBytes(ref result);
        for (int i = 0; i < bytes.Length; i++)
        {
            int lane = i / LaneSize * LaneSize;
            int from = lane + first + (i % LaneSize / 2);
            bytes[i] = i % 2 == 0 ? AsBytes(ref left)[from] : AsBytes(ref right)[from];
        }

        return result;
    }

    private static Span<byte> AsBytes(ref TVector value) => MemoryMarshal.AsBytes(new Span<TVector>(ref value));
}
