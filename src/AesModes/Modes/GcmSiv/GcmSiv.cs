using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>
/// AES-GCM-SIV (RFC 8452) behind the argument checks of <see cref="AesGcmSiv"/>: one subclass for each backend, so that a message
/// costs one virtual call.
/// </summary>
internal abstract class GcmSiv(int roundKeys, int maxFewBlocks, int maxFewBlocksToDecrypt, bool isTrial)
    : KeyedMode<GcmSiv>(roundKeys, typeof(AesGcmSiv), isTrial)
{
    public const int BlockSize = 16;
    public const int NonceSize = 12;
    public const int TagSize = 16;

    /// <summary>RFC 8452 §6: a plaintext has at most 2³⁶ bytes.</summary>
    public const long MaxMessageSize = 1L << 36;

    /// <summary>
    /// Messages of fewer blocks are encrypted without asking for the result of a self-test. It is 0 until both tests of few blocks have passed.
    /// </summary>
    protected int ProvenFewBlocks = isTrial || !SelfTest.IsLazy ? maxFewBlocks : 0;

    /// <inheritdoc cref="ProvenFewBlocks"/>
    protected int ProvenFewBlocksToDecrypt = isTrial || !SelfTest.IsLazy ? maxFewBlocksToDecrypt : 0;

    /// <summary>In the callers' own text, so that they jump to what does it: stores of arguments and registers are what bounds short messages' rate.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        long blocks = GcmSivBlocks.CountBlocks(plaintext.Length) + GcmSivBlocks.CountBlocks(associatedData.Length);
        if (blocks < ProvenFewBlocks)
        {
            EncryptFew(nonce, plaintext, ciphertext, tag, associatedData);
        }
        else if (blocks < maxFewBlocks)
        {
            ProveAndEncrypt(nonce, plaintext, ciphertext, tag, associatedData);
        }
        else
        {
            EncryptLong(nonce, plaintext, ciphertext, tag, associatedData);
        }
    }

    /// <summary>False, and the plaintext cleared, when the tag is not right; or an exception, made here as then a caller has nothing left to do.</summary>
    /// <exception cref="AuthenticationTagMismatchException">The tag is not right, and <paramref name="throws"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws)
    {
        long blocks = GcmSivBlocks.CountBlocks(ciphertext.Length) + GcmSivBlocks.CountBlocks(associatedData.Length);
        return blocks < ProvenFewBlocksToDecrypt ? TryDecryptFew(nonce, ciphertext, tag, plaintext, associatedData, throws)
            : blocks < maxFewBlocksToDecrypt ? ProveAndDecrypt(nonce, ciphertext, tag, plaintext, associatedData, throws)
            : TryDecryptLong(nonce, ciphertext, tag, plaintext, associatedData, throws);
    }

    public abstract void Encrypt(
        ReadOnlySpan<byte> nonce, Stream plaintext, Stream ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData, StreamWatch watch);

    /// <summary>False, and nothing left in the plaintext, when the tag is not right or the ciphertext changed between its two readings.</summary>
    public abstract bool TryDecrypt(
        ReadOnlySpan<byte> nonce, Stream ciphertext, ReadOnlySpan<byte> tag, Stream plaintext, ReadOnlySpan<byte> associatedData, StreamWatch watch);

    /// <summary>Fewer blocks than <see cref="IBackend.MaxFewBlocks"/>.</summary>
    public abstract void EncryptFew(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData);

    /// <summary>Any size.</summary>
    public abstract void EncryptLong(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData);

    /// <summary>Fewer blocks than <see cref="IBackend.MaxFewBlocksToDecrypt"/>.</summary>
    public abstract bool TryDecryptFew(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws);

    /// <summary>Runs the self-test for a message of few blocks, unless the process has its result, and takes the message on.</summary>
    protected abstract void ProveAndEncrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData);

    /// <inheritdoc cref="ProveAndEncrypt"/>
    protected abstract bool ProveAndDecrypt(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws);

    /// <summary>Any size.</summary>
    public abstract bool TryDecryptLong(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws);
}

/// <inheritdoc/>
internal sealed partial class GcmSiv<TBackend> : GcmSiv
    where TBackend : struct, IBackend
{
    /// <param name="key">16 or 32 bytes.</param>
    /// <param name="isTrial">Whether it runs self-tests.</param>
    /// <remarks>FIPS 197 §5: a block of four words has six rounds more than the key has words, and a round key more than rounds.</remarks>
    public GcmSiv(ReadOnlySpan<byte> key, bool isTrial)
        : base((key.Length / 4) + 7, TBackend.MaxFewBlocks, TBackend.MaxFewBlocksToDecrypt, isTrial)
    {
        TBackend.ExpandKey(key, Key.Vectors);

        // What CreateNext needs, even if this backend expands keys wrongly.
        key.CopyTo(MemoryMarshal.AsBytes(Key.Vectors));

        // Not before that may the finaliser of an instance that nobody keeps overwrite the keys.
        GC.KeepAlive(Key);
    }

    // Not in a caller's text, which may have to clear all locals before it begins.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public override void EncryptFew(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        FewMemory.Reserve(out FewMemory memory);
        bool whole = TBackend.EncryptFew(Key.Vectors, in Key.Mark, nonce, associatedData, plaintext, memory.Aligned, ciphertext, tag);
        GC.KeepAlive(Key);
        if (!whole)
        {
            Key.ThrowDisposed();
        }
    }

    public override void EncryptLong(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        if (!IsProvenForLong(plaintext.Length, 0))
        {
            Next.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            return;
        }

        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        RecordKeys keys = DeriveKeys(nonce, plaintext.Length, associatedData.Length, memory);
        ExpandHashKey(in keys);
        Vector128<byte> hash = AbsorbAssociatedData(in keys, associatedData);
        hash = TBackend.AbsorbLast(keys.HashPowers, hash, plaintext, GcmSivBlocks.LengthBlock(associatedData.Length, plaintext.Length));
        Vector128<byte> fullTag = ComputeTag(in keys, hash, nonce);
        FaceTable table = new() { Memory = plaintext.Length < FaceTable.LeastTextSize ? [] : stackalloc Vector128<byte>[FaceTable.Size] };
        TBackend.XorKeyStream(keys.RoundKeys, GcmSivBlocks.InitialCounter(fullTag), ref table, plaintext, ciphertext);
        fullTag.CopyTo(tag);
        table.Clear();
        keys.Clear();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override bool TryDecryptFew(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws)
    {
        FewMemory.Reserve(out FewMemory memory);
        Verdict verdict = TBackend.DecryptFew(Key.Vectors, in Key.Mark, nonce, associatedData, ciphertext, tag, memory.Aligned, plaintext);
        GC.KeepAlive(Key);
        return verdict == Verdict.Authentic || Refuse(verdict, plaintext, throws);
    }

    public override bool TryDecryptLong(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData,
        bool throws)
    {
        if (!IsProvenForLong(ciphertext.Length, GcmSivTests.Decryption))
        {
            return Next.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData, throws);
        }

        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        RecordKeys keys = DeriveKeys(nonce, ciphertext.Length, associatedData.Length, memory);

        // Here the key stream comes first: the counter is the tag as given.
        ExpandHashKey(in keys);
        Vector128<byte> given = Vector128.Create(tag);
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(given);
        Vector128<byte> hash = AbsorbAssociatedData(in keys, associatedData);
        FaceTable table = new() { Memory = plaintext.Length < FaceTable.LeastTextSize ? [] : stackalloc Vector128<byte>[FaceTable.Size] };
        hash = Decrypt(in keys, counter, ref table, hash, ciphertext, plaintext, out int hashed);
        table.Clear();
        hash = TBackend.AbsorbLast(keys.HashPowers, hash, plaintext[hashed..], GcmSivBlocks.LengthBlock(associatedData.Length, plaintext.Length));
        bool authentic = AreEqual(ComputeTag(in keys, hash, nonce), given);
        keys.Clear();
        return authentic || Refuse(Verdict.Forged, plaintext, throws);
    }

    private bool Refuse(Verdict verdict, Span<byte> plaintext, bool throws)
    {
        if (verdict == Verdict.Unread)
        {
            Key.ThrowDisposed();
        }

        if (!IsTrial)
        {
            CryptographicOperations.ZeroMemory(plaintext);
        }

        return throws ? throw new AuthenticationTagMismatchException() : false;
    }

    /// <summary>The message's own keys; of the powers of H none but H.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or meanwhile.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RecordKeys DeriveKeys(ReadOnlySpan<byte> nonce, long messageSize, long associatedDataSize, Span<Vector128<byte>> memory)
    {
        int powers = TBackend.CountHashPowers(GcmSivBlocks.CountBlocks(messageSize) + GcmSivBlocks.CountBlocks(associatedDataSize) + 1);
        RecordKeys keys = new(memory, Key.Vectors.Length, powers);
        TBackend.DeriveKeys(Key.Vectors, nonce, keys.RoundKeys, out keys.H);
        EndRead(memory);
        return keys;
    }

    /// <summary>To be called when the key-generating key was read, before anything made from it leaves.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed before or meanwhile.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndRead(Span<Vector128<byte>> made)
    {
        if (!Key.EndRead())
        {
            Secrets.Erase(made);
            Key.ThrowDisposed();
        }
    }

    /// <summary>Decrypts all; the hash that is returned has what came out in it as far as is said, in bytes.</summary>
    private static Vector128<byte> Decrypt(
        in RecordKeys keys,
        Vector128<byte> counter,
        ref FaceTable table,
        Vector128<byte> hash,
        scoped ReadOnlySpan<byte> ciphertext,
        scoped Span<byte> plaintext,
        out int hashed)
    {
        hash = TBackend.XorKeyStreamAndAbsorb(keys.RoundKeys, counter, ref table, keys.HashPowers, hash, ciphertext, plaintext, out int done, out hashed);
        TBackend.XorKeyStream(keys.RoundKeys, GcmSivBlocks.Advance(counter, done / BlockSize), ref table, ciphertext[done..], plaintext[done..]);
        return hash;
    }

    private static void ExpandHashKey(in RecordKeys keys) => TBackend.ExpandHashKey(keys.H, keys.HashPowers);

    private static Vector128<byte> AbsorbAssociatedData(in RecordKeys keys, ReadOnlySpan<byte> associatedData) =>
        associatedData.IsEmpty
            ? Vector128<byte>.Zero
            : TBackend.Absorb(keys.HashPowers, Vector128<byte>.Zero, associatedData);

    private static Vector128<byte> ComputeTag(in RecordKeys keys, Vector128<byte> hash, ReadOnlySpan<byte> nonce) =>
        TBackend.EncryptBlock(keys.RoundKeys, GcmSivBlocks.TagInput(hash, GcmSivBlocks.NonceBlock(nonce)));

    private static bool AreEqual(Vector128<byte> left, Vector128<byte> right) => Declassified.IsZero(left ^ right);
}
