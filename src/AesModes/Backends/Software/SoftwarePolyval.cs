using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Chooses how the software backend computes POLYVAL: <see cref="Polyval"/> (on ARM64 <see cref="PolyvalBytes{TBytes}"/>) for a few blocks or without a byte
/// shuffle, <see cref="PolyvalSliced{TLane,TVector}"/> for long data.
/// </summary>
internal static class SoftwarePolyval
{
    private const int NarrowBatchSize = 16 * BlockSize;
    private const int MaxBatchSize = 64 * BlockSize;

    /// <summary>From this many bytes on, <see cref="PolyvalSliced{TLane,TVector}"/> is worth its fixed cost: the tables, and the remaining sums.</summary>
    /// <remarks>
    /// Measured by `benchmarks/ratios thresholds` (benchmarks/results/performance.md). Wide vectors are folded to narrow ones at the end.
    /// </remarks>
    public const int LongSize = 448;

    /// <summary>From this many bytes on, wide vectors are worth their fixed cost: two sets of tables, and sums of sums.</summary>
    public const int LongSizeOfWide = 2048;

    /// <summary>acc ← dot(acc ⊕ block, h) for each block of the data, zero-padded to whole blocks.</summary>
    /// <param name="h">H.</param>
    /// <param name="accumulator">The POLYVAL of the preceding data.</param>
    /// <param name="data">The data, of any length.</param>
    /// <param name="mostLanes">The widest vectors, in 128-bit lanes.</param>
    public static Vector128<byte> Absorb(in Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data, int mostLanes) =>
        data.Length >= LongSize && Lane128.HasLookup ? AbsorbLong(in h, accumulator, data, mostLanes) : AbsorbShort(h, accumulator, data);

    /// <summary>The same for a few blocks. Only ARM64 has carry-less multiplies of bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AbsorbShort(in Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        ArmByteProducts.IsSupported ? PolyvalBytes<ArmByteProducts>.Absorb(h, accumulator, data) : Polyval.Absorb(in h, accumulator, data);

    // NoInlining: a short message must not pay for this stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> AbsorbLong(in Vector128<byte> h, Vector128<byte> accumulator, scoped ReadOnlySpan<byte> data, int mostLanes)
    {
        int whole = data.Length & -BlockSize;
        ReadOnlySpan<byte> rest = data[whole..];
        Span<byte> memory = stackalloc byte[NarrowBatchSize + MaxBatchSize];
        Span<byte> narrow = memory[..NarrowBatchSize];
        Span<byte> wide = memory[NarrowBatchSize..];
        data = data[..whole];
        if (whole >= LongSizeOfWide && mostLanes >= Lane512.Count && Vector512.IsHardwareAccelerated && Lane512.IsSupported)
        {
            wide = wide[..PolyvalSliced<Lane512, Vector512<byte>>.BatchSize];
            PolyvalSliced<Lane512, Vector512<byte>>.Fold(h, accumulator, data, wide);
            accumulator = Vector128<byte>.Zero;
            data = wide;
        }
        else if (whole >= LongSizeOfWide && mostLanes >= Lane256.Count && Lane256.IsSupported)
        {
            wide = wide[..PolyvalSliced<Lane256, Vector256<byte>>.BatchSize];
            PolyvalSliced<Lane256, Vector256<byte>>.Fold(h, accumulator, data, wide);
            accumulator = Vector128<byte>.Zero;
            data = wide;
        }

        PolyvalSliced<Lane128, Vector128<byte>>.Fold(h, accumulator, data, narrow);
        accumulator = AbsorbShort(h, Vector128<byte>.Zero, narrow);
        CryptographicOperations.ZeroMemory(memory);
        return AbsorbShort(h, accumulator, rest);
    }
}
