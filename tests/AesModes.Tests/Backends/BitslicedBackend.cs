using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="SoftwareBackend"/> as it is where nothing shuffles bytes: its bitsliced core does all, also what the vector-permute core
/// takes from it on this machine.
/// </summary>
internal readonly struct BitslicedBackend : IBackend, IWholeRounds
{
    public static string Name => SoftwareBackend.Name;

    public static string Description => "bitsliced AES alone";

    public static bool IsSupported => SoftwareBackend.IsSupported;

    public static bool IsHardwareAccelerated => false;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => AesBitsliced.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced.EncryptBlocks(roundKeys, source, destination);

    public static void XorKeyStream(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        FaceTable none = default;
        AesBitsliced.XorCounterBlocks<GcmSivCounter>(roundKeys, GcmSivCounter.FromBlock(counter), ref none, source, destination);
    }

    public static void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        AesBitsliced.XorCounterBlocks<BlockCounter>(roundKeys, counter, ref table, source, destination);

    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<BitslicedBackend>.Aes4(keys, block, whitening, addend);

    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<BitslicedBackend>.Aes10(keys, block, whitening, addend);

    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<BitslicedBackend>.Hash(keys, multipleOfJ, blocks);

    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<BitslicedBackend>.Pass1(keys, ref multipleOfI, source, destination);

    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text) =>
        AezPasses<BitslicedBackend>.Pass2(keys, ref multipleOfI, s, text);

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => AesBitsliced.RoundBlock(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced.RoundBlocks(roundKeys, source, destination);

    // What follows has no core of its own to choose.
    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        SoftwareBackend.EncryptBlock(roundKeys, block);

    public static Vector128<byte> DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> encryptionKey) =>
        SoftwareBackend.DeriveKeys(roundKeys, nonceBlock, encryptionKey);

    public static int CountHashPowers(long blocks) => SoftwareBackend.CountHashPowers(blocks);

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => SoftwareBackend.ExpandHashKey(h, powers);

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        SoftwareBackend.Absorb(powers, accumulator, data);

    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        SoftwareBackend.AbsorbLast(powers, accumulator, data, last);

    public static int XorKeyStreamAndAbsorb(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ReadOnlySpan<Vector128<byte>> powers,
        ref Vector128<byte> accumulator,
        ReadOnlySpan<byte> source,
        Span<byte> destination) =>
        SoftwareBackend.XorKeyStreamAndAbsorb(roundKeys, counter, powers, ref accumulator, source, destination);

    public static Vector128<byte> EncryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        ReadOnlySpan<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys,
        out Vector128<byte> keyStream) =>
        SoftwareBackend.EncryptShort(roundKeys, nonceBlock, hashed, recordRoundKeys, out keyStream);

    public static Vector128<byte> DecryptShort(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        Span<Vector128<byte>> recordRoundKeys) =>
        SoftwareBackend.DecryptShort(roundKeys, nonceBlock, tag, mask, hashed, recordRoundKeys);
}
