using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="SoftwareBackend{TLane,TVector}"/> with its bitsliced core and multiplications with holes for all, also for what others
/// take from them: as it is, in 128 bits, where nothing shuffles bytes.
/// </summary>
internal readonly struct BitslicedBackend<TLane, TVector> : IBackend, IWholeRounds
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    public static string Name => SoftwareBackend<TLane, TVector>.Name;

    public static string Description => $"bitsliced AES and multiplications with holes alone on {128 * TLane.Count} bits";

    public static bool IsSupported => SoftwareBackend<TLane, TVector>.IsSupported;

    public static bool IsHardwareAccelerated => false;

    public static int MaxFewBlocks => SoftwareBackend<TLane, TVector>.MaxFewBlocks;

    public static int MaxFewBlocksToDecrypt => SoftwareBackend<TLane, TVector>.MaxFewBlocksToDecrypt;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => AesBitsliced<TLane, TVector>.ExpandKey(key, roundKeys);

    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.EncryptBlocks(roundKeys, source, destination);

    public static void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.XorCounterBlocks<GcmSivCounter>(roundKeys, GcmSivCounter.FromBlock(counter), ref table, source, destination);

    public static void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.XorCounterBlocks<BlockCounter>(roundKeys, counter, ref table, source, destination);

    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<BitslicedBackend<TLane, TVector>>.Aes4(keys, block, whitening, addend);

    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<BitslicedBackend<TLane, TVector>>.Aes10(keys, block, whitening, addend);

    public static Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<BitslicedBackend<TLane, TVector>>.Hash(keys, multipleOfJ, blocks);

    public static Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<BitslicedBackend<TLane, TVector>>.Pass1(keys, in multipleOfI, source, destination);

    public static Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text) =>
        AezPasses<BitslicedBackend<TLane, TVector>>.Pass2(keys, in multipleOfI, sx ^ sy, text);

    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => AesBitsliced<TLane, TVector>.RoundBlock(roundKeys, block);

    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AesBitsliced<TLane, TVector>.RoundBlocks(roundKeys, source, destination);

    // What follows has no core of its own to choose.
    public static Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        SoftwareBackend<TLane, TVector>.EncryptBlock(roundKeys, block);

    public static void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h) =>
        SoftwareBackend<TLane, TVector>.DeriveKeys(roundKeys, nonce, recordRoundKeys, out h);

    public static int CountHashPowers(long blocks) => SoftwareBackend<TLane, TVector>.CountHashPowers(blocks);

    public static void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => SoftwareBackend<TLane, TVector>.ExpandHashKey(h, powers);

    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        Polyval.Absorb(powers[^1], accumulator, data);

    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last)
    {
        accumulator = Polyval.Absorb(powers[^1], accumulator, data);
        return Polyval.Absorb(powers[^1], accumulator, PieceChecks.Stored(last));
    }

    public static Vector128<byte> XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination,
        out int done,
        out int hashed) =>
        SoftwareBackend<TLane, TVector>.XorKeyStreamAndAbsorb(roundKeys, counter, ref table, powers, accumulator, source, destination, out done, out hashed);

    public static bool EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag) =>
        GcmSivFew<BitslicedBackend<TLane, TVector>>.Encrypt(roundKeys, in overwritten, nonce, associatedData, plaintext, memory, ciphertext, tag);

    public static Verdict DecryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext) =>
        GcmSivFew<BitslicedBackend<TLane, TVector>>.Decrypt(roundKeys, in overwritten, nonce, associatedData, ciphertext, tag, memory, plaintext);
}
