using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary><see cref="IBackend"/>'s static methods as an object's, so that a test can be handed any backend's.</summary>
internal abstract class BackendPieces
{
    public abstract bool IsHardwareAccelerated { get; }

    public abstract bool HasSmallKernel { get; }

    public abstract AezPieces Aez { get; }

    public abstract int CountHashPowers(long blocks);

    /// <summary>The numbers of powers of H that the backend asks for.</summary>
    public int[] HashPowerCounts => [.. Enumerable.Range(1, 200).Append(1 << 20).Select(blocks => CountHashPowers(blocks)).Distinct()];

    public abstract void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

    public abstract void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers);

    public abstract Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    public abstract void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h);

    public abstract bool EncryptSmall(ExpandedKey key, in GcmSivMessage message);

    public abstract Verdict DecryptSmall(ExpandedKey key, in GcmSivMessage message);

    public abstract void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
        where TCounter : struct, ICounter;

    public abstract Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data);

    public abstract Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last);

    public abstract Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed);

    /// <summary>RFC 8452's counter mode.</summary>
    public void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) => XorKeyStream<GcmSivCounter>(roundKeys, counter, ref table, source, destination);

    /// <summary>SP 800-38A's counter mode.</summary>
    public void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) => XorKeyStream<BlockCounter>(roundKeys, BlockCounter.ToBlock(counter), ref table, source, destination);

    /// <summary>Without a table.</summary>
    public void XorKeyStream(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        FaceTable none = default;
        XorKeyStream(roundKeys, counter, ref none, source, destination);
    }

    /// <summary>As many round keys as the key has.</summary>
    public Vector128<byte>[] ExpandKey(ReadOnlySpan<byte> key)
    {
        var roundKeys = new Vector128<byte>[(key.Length / 4) + 7];
        ExpandKey(key, roundKeys);
        return roundKeys;
    }

    public Vector128<byte>[] ExpandHashKey(Vector128<byte> h, int powers)
    {
        var hashPowers = new Vector128<byte>[powers];
        ExpandHashKey(h, hashPowers);
        return hashPowers;
    }
}

/// <inheritdoc/>
internal sealed class BackendPieces<TBackend> : BackendPieces
    where TBackend : struct, IBackend
{
    public override bool IsHardwareAccelerated => TBackend.IsHardwareAccelerated;

    public override bool HasSmallKernel => TBackend.SmallEncryptionBlocks > 0;

    public override AezPieces Aez { get; } = new AezPieces<TBackend>();

    public override int CountHashPowers(long blocks) => TBackend.CountHashPowers(blocks);

    public override void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => TBackend.ExpandKey(key, roundKeys);

    public override void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => TBackend.ExpandHashKey(h, powers);

    public override Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        TBackend.EncryptBlock(roundKeys, block);

    public override void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h) =>
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out h);

    public override bool EncryptSmall(ExpandedKey key, in GcmSivMessage message) => TBackend.EncryptSmall(key, in message);

    public override Verdict DecryptSmall(ExpandedKey key, in GcmSivMessage message) => TBackend.DecryptSmall(key, in message);

    public override void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        TBackend.EncryptBlocks(roundKeys, source, destination);

    public override void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        TBackend.XorKeyStream<TCounter>(roundKeys, counter, ref table, source, destination);

    public override Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        TBackend.Absorb(powers, accumulator, data);

    public override Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        TBackend.AbsorbLast(powers, accumulator, data, last);

    public override Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed) =>
        TBackend.DecryptAndAbsorb(ref keys, counter, hash, ciphertext, plaintext, out hashed);
}
