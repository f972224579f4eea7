using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Tests.Backends;

/// <summary><see cref="IBackend"/>'s static methods as an object's, so that a test can be handed any backend's.</summary>
internal abstract class BackendPieces
{
    public abstract bool IsHardwareAccelerated { get; }

    public abstract AezPieces Aez { get; }

    public abstract int CountHashPowers(long blocks);

    /// <summary>The numbers of powers of H that the backend asks for.</summary>
    public int[] HashPowerCounts => [.. Enumerable.Range(1, 200).Append(1 << 20).Select(blocks => CountHashPowers(blocks)).Distinct()];

    public abstract void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

    public abstract void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers);

    public abstract Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    public abstract void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h);

    public abstract bool EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag);

    public abstract Verdict DecryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext);

    public abstract void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination);

    public abstract void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination);

    public abstract Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data);

    public abstract Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last);

    public abstract Vector128<byte> XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination,
        out int done,
        out int hashed);

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

    public override AezPieces Aez { get; } = new AezPieces<TBackend>();

    public override int CountHashPowers(long blocks) => TBackend.CountHashPowers(blocks);

    public override void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys) => TBackend.ExpandKey(key, roundKeys);

    public override void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => TBackend.ExpandHashKey(h, powers);

    public override Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        TBackend.EncryptBlock(roundKeys, block);

    public override void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h) =>
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out h);

    public override bool EncryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag) =>
        TBackend.EncryptFew(roundKeys, in overwritten, nonce, associatedData, plaintext, memory, ciphertext, tag);

    public override Verdict DecryptFew(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext) =>
        TBackend.DecryptFew(roundKeys, in overwritten, nonce, associatedData, ciphertext, tag, memory, plaintext);

    public override void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination) =>
        TBackend.EncryptBlocks(roundKeys, source, destination);

    public override void XorKeyStream(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        TBackend.XorKeyStream(roundKeys, counter, ref table, source, destination);

    public override void XorCounterBlocks(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination) =>
        TBackend.XorCounterBlocks(roundKeys, counter, ref table, source, destination);

    public override Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        TBackend.Absorb(powers, accumulator, data);

    public override Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        TBackend.AbsorbLast(powers, accumulator, data, last);

    public override Vector128<byte> XorKeyStreamAndAbsorb(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        ref FaceTable table,
        scoped ReadOnlySpan<Vector128<byte>> powers,
        Vector128<byte> accumulator,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination,
        out int done,
        out int hashed) =>
        TBackend.XorKeyStreamAndAbsorb(roundKeys, counter, ref table, powers, accumulator, source, destination, out done, out hashed);
}
