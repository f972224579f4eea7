namespace AesModes.Backends.Software;

/// <summary>Managed code without AES instructions, in constant time on every platform that runs .NET.</summary>
internal readonly struct SoftwareBackend<TLane, TVector> : ISoftwareKernels<SoftwareBackend<TLane, TVector>>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public static string Name => "software";

    public static string Description => TLane.HasLookup
        ? $"vector-permute and bitsliced AES and byte-sliced POLYVAL on {128 * TLane.Count} bits"
        : $"bitsliced AES on {128 * TLane.Count} bits, 64-bit multiplications with holes";

    // The code reads blocks as little-endian integers.
    public static bool IsSupported => BitConverter.IsLittleEndian && TLane.IsSupported;

    public static bool IsHardwareAccelerated => false;

    public static bool SpillsKeys => true;

    public static int ShallowSize => SoftwareAes<TLane, TVector>.LongRunBlocks * BlockSize;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => SoftwareAes<TLane, TVector>.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);

    public static void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter =>
        SoftwareAes<TLane, TVector>.XorCounterBlocks<TCounter>(roundKeys, TCounter.FromBlock(counter), ref table, source, destination);

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data) =>
        SoftwarePolyval.Absorb(in powers[^1], hash, data, TLane.Count);

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => SoftwareAes<TLane, TVector>.RoundBlock(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        SoftwareAes<TLane, TVector>.RoundBlocks(roundKeys, source, destination);
}
