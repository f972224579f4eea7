using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>
/// A software backend with only the bitsliced core and the multiplications with holes, even where <see cref="SoftwareBackend{TLane,TVector}"/> uses other code. At 128 bits, it
/// behaves like the library on a CPU without a byte shuffle.
/// </summary>
internal readonly struct BitslicedBackend<TLane, TVector> : ISoftwareKernels<BitslicedBackend<TLane, TVector>>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public static string Name => SoftwareBackend<TLane, TVector>.Name;

    public static string Description => $"bitsliced AES and multiplications with holes alone on {128 * TLane.Count} bits";

    public static bool IsSupported => SoftwareBackend<TLane, TVector>.IsSupported;

    public static bool IsHardwareAccelerated => false;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => AesBitsliced<TLane, TVector>.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);

    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
        where TCounter : struct, ICounter =>
        AesBitsliced<TLane, TVector>.XorCounterBlocks<TCounter>(roundKeys, TCounter.FromBlock(counter), ref table, source, destination);

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data) =>
        Polyval.Absorb(powers[^1], hash, data);

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => AesBitsliced<TLane, TVector>.RoundBlock(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.RoundBlocks(roundKeys, source, destination);
}
