using AesModes.Modes;

namespace AesModes.Tests.Backends;

internal delegate void KeyExpansion(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

internal delegate void HashKeyExpansion(Vector128<byte> h, Span<Vector128<byte>> powers);

internal delegate Vector128<byte> BlockEncryption(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

internal delegate void BlocksEncryption(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate void KeyStream(
    scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination);

internal delegate void KeyDerivation(
    ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h);

internal delegate Vector128<byte> Hash(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data);

internal delegate Vector128<byte> LastHash(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data, Vector128<byte> last);

internal delegate Vector128<byte> HashingDecryption(
    ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed);

internal delegate TResult SmallMessage<TResult>(ExpandedKey key, in GcmSivMessage message);

/// <summary>The static methods of an <see cref="IBackend"/> as delegates, so that one test can run on any backend.</summary>
internal sealed record BackendPieces(
    bool IsHardwareAccelerated,
    bool HasSmallKernel,
    Func<long, int> CountHashPowers,
    KeyExpansion ExpandKey,
    HashKeyExpansion ExpandHashKey,
    BlockEncryption EncryptBlock,
    BlocksEncryption EncryptBlocks,
    KeyStream XorKeyStream,
    KeyStream XorCounterBlocks,
    KeyDerivation DeriveKeys,
    SmallMessage<bool> EncryptSmall,
    SmallMessage<Verdict> DecryptSmall,
    Hash Absorb,
    LastHash AbsorbLast,
    HashingDecryption DecryptAndAbsorb,
    AezPieces Aez)
{
    /// <summary>All numbers of powers of H that the backend requests.</summary>
    public int[] HashPowerCounts => [.. Enumerable.Range(1, 200).Append(1 << 20).Select(blocks => CountHashPowers(blocks)).Distinct()];

    public static BackendPieces Of<TBackend>()
        where TBackend : struct, IBackend => new(
            TBackend.IsHardwareAccelerated,
            TBackend.SmallEncryptionBlocks > 0,
            TBackend.CountHashPowers,
            TBackend.ExpandKey,
            TBackend.ExpandHashKey,
            TBackend.EncryptBlock,
            TBackend.EncryptBlocks,
            TBackend.XorKeyStream<GcmSivCounter>,
            TBackend.XorKeyStream<BlockCounter>,
            TBackend.DeriveKeys,
            TBackend.EncryptSmall,
            TBackend.DecryptSmall,
            TBackend.Absorb,
            TBackend.AbsorbLast,
            TBackend.DecryptAndAbsorb,
            AezPieces.Of<TBackend>());

    /// <summary>Runs RFC 8452's counter mode without a table.</summary>
    public void XorUntabled(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        FaceTable none = default;
        XorKeyStream(roundKeys, counter, ref none, source, destination);
    }

    /// <summary>Expands the key into as many round keys as its size requires.</summary>
    public Vector128<byte>[] CreateRoundKeys(ReadOnlySpan<byte> key)
    {
        var roundKeys = new Vector128<byte>[(key.Length / 4) + 7];
        ExpandKey(key, roundKeys);
        return roundKeys;
    }

    public Vector128<byte>[] CreateHashPowers(Vector128<byte> h, int powers)
    {
        var hashPowers = new Vector128<byte>[powers];
        ExpandHashKey(h, hashPowers);
        return hashPowers;
    }
}
