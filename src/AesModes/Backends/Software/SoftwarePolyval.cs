using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// The software backend's ways to POLYVAL: <see cref="Polyval"/> (on ARM64 <see cref="PolyvalBytes{TBytes}"/>) for a few blocks, and for
/// everything where the machine has no byte shuffle; <see cref="PolyvalSliced{TLane,TVector}"/> for long data.
/// </summary>
internal static class SoftwarePolyval
{
    private const int BlockSize = 16;
    private const int NarrowBatchSize = 16 * BlockSize;
    private const int MaxBatchSize = 64 * BlockSize;

    /// <summary>From how many bytes on byte slices are worth their fixed cost: the tables, and the sums that are left.</summary>
    /// <remarks>
    /// benchmarks/ratios thresholds measures whole calls of each kind by size (docs/performance.md); wide slices are folded to narrow ones at the end.
    /// </remarks>
    public const int LongSize = 448;

    /// <summary>From how many bytes on wide slices are: two sets of tables, and sums of sums.</summary>
    public const int LongSizeOfWide = 2048;

    /// <summary>acc ← dot(acc ⊕ block, h) for each block of the data, zero-padded to whole blocks.</summary>
    /// <param name="h">H.</param>
    /// <param name="accumulator">What the data before gave.</param>
    /// <param name="data">Any length.</param>
    /// <param name="mostLanes">The widest vectors, in 128-bit lanes.</param>
    public static Vector128<byte> Absorb(Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data, int mostLanes) =>
        data.Length >= LongSize && Lane128.HasLookup ? AbsorbLong(h, accumulator, data, mostLanes) : AbsorbShort(h, accumulator, data);

    /// <summary>The same for a few blocks. ARM64 multiplies bytes without carries; elsewhere only integers are multiplied.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AbsorbShort(Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        ArmByteProducts.IsSupported ? PolyvalBytes<ArmByteProducts>.Absorb(h, accumulator, data) : Polyval.Absorb(h, accumulator, data);

    // By itself, so that the few blocks of a short message do not pay for its stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> AbsorbLong(Vector128<byte> h, Vector128<byte> accumulator, scoped ReadOnlySpan<byte> data, int mostLanes)
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
