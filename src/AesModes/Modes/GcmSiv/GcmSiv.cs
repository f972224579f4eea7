using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>AES-GCM-SIV (RFC 8452) on one backend. <see cref="AesGcmSiv"/> has checked the arguments.</summary>
internal abstract class GcmSiv(Backend backend, int roundKeys, bool isTrial) : KeyedMode<GcmSiv>(backend, roundKeys, typeof(AesGcmSiv), isTrial)
{
    public const int NonceSize = 12;
    public const int TagSize = 16;

    /// <summary>RFC 8452 §6: a plaintext has at most 2³⁶ bytes.</summary>
    public const long MaxMessageSize = 1L << 36;

    public abstract void Encrypt(in GcmSivMessage message);

    /// <summary>Decrypts. If the tag is wrong, it clears the plaintext, and throws or returns false.</summary>
    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong, and <paramref name="throws"/> is true.</exception>
    public abstract bool TryDecrypt(in GcmSivMessage message, bool throws);

    public abstract void Encrypt(
        ReadOnlySpan<byte> nonce, Stream plaintext, Stream ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData, StreamWatch watch);

    /// <summary>Decrypts. If the tag is wrong or the ciphertext changed between its two readings, it removes what it wrote and returns false.</summary>
    public abstract bool TryDecrypt(
        ReadOnlySpan<byte> nonce, Stream ciphertext, ReadOnlySpan<byte> tag, Stream plaintext, ReadOnlySpan<byte> associatedData, StreamWatch watch);

    /// <summary>Encrypts with the kernel for small messages, if the backend has one. For self-tests.</summary>
    public abstract void EncryptSmall(in GcmSivMessage message);

    /// <inheritdoc cref="EncryptSmall"/>
    public abstract bool TryDecryptSmall(in GcmSivMessage message, bool throws);

    /// <summary>Encrypts a message of any size with the kernels for bulk messages. For self-tests.</summary>
    public abstract void EncryptBulk(in GcmSivMessage message);

    /// <inheritdoc cref="EncryptBulk"/>
    public abstract bool TryDecryptBulk(in GcmSivMessage message, bool throws);
}

/// <inheritdoc/>
internal sealed partial class GcmSiv<TKernels> : GcmSiv
    where TKernels : struct, IGcmSivKernels
{
    public GcmSiv(Backend backend, ReadOnlySpan<byte> key, bool isTrial)
        : base(backend, CountRoundKeys(key.Length), isTrial)
    {
        if (isTrial || !SelfTest.IsLazy)
        {
            _provenEncryptionBlocks = TKernels.SmallEncryptionBlocks;
            _provenDecryptionBlocks = TKernels.SmallDecryptionBlocks;
        }

        TKernels.ExpandKey(key, Key.Vectors);
        ClearStack(0);

        // Next reads the key from here, even if this backend expands keys incorrectly.
        key.CopyTo(MemoryMarshal.AsBytes(Key.Vectors));

        // Keeps the finaliser from erasing the keys before this point.
        GC.KeepAlive(Key);
    }

    public override void Encrypt(in GcmSivMessage message)
    {
        int blocks = message.Blocks;
        if (blocks < _provenEncryptionBlocks)
        {
            EncryptSmall(in message);
        }
        else if (blocks < TKernels.SmallEncryptionBlocks)
        {
            ProveAndEncryptSmall(in message);
        }
        else
        {
            EncryptBulk(in message);
        }
    }

    public override bool TryDecrypt(in GcmSivMessage message, bool throws)
    {
        int blocks = message.Blocks;
        return blocks < _provenDecryptionBlocks ? TryDecryptSmall(in message, throws)
            : blocks < TKernels.SmallDecryptionBlocks ? ProveAndDecryptSmall(in message, throws)
            : TryDecryptBulk(in message, throws);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public override void EncryptSmall(in GcmSivMessage message)
    {
        if (TKernels.SmallEncryptionBlocks == 0)
        {
            EncryptBulk(in message);
        }
        else if (!TKernels.EncryptSmall(Key, in message))
        {
            Key.ThrowDisposed();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public override bool TryDecryptSmall(in GcmSivMessage message, bool throws)
    {
        if (TKernels.SmallDecryptionBlocks == 0)
        {
            return TryDecryptBulk(in message, throws);
        }

        Verdict verdict = TKernels.DecryptSmall(Key, in message);
        return verdict == Verdict.Authentic || Refuse(verdict, in message, throws);
    }

    public override void EncryptBulk(in GcmSivMessage message)
    {
        if (!IsProvenForBulk(in message, 0))
        {
            Next.Encrypt(in message);
            return;
        }

        bool keysIntact = EncryptWithRecordKeys(in message);
        ClearStack(message.Source.Length);
        if (!keysIntact)
        {
            Key.ThrowDisposed();
        }
    }

    // NoInlining, here and below: inlining would make the caller zero these locals.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool EncryptWithRecordKeys(in GcmSivMessage message)
    {
        int size = message.Source.Length;
        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        Span<Vector128<byte>> tableMemory = size < FaceTable.LeastTextSize ? [] : stackalloc Vector128<byte>[FaceTable.Size];
        RecordKeys keys = new(memory, tableMemory, Key.Vectors.Length, CountPowers(size, message.AssociatedData.Length));
        if (!TryDeriveKeys(in keys, message.Nonce))
        {
            return false;
        }

        Vector128<byte> hash = AbsorbAssociatedData(in keys, message.AssociatedData);
        Vector128<byte> tag = ComputeTag(in keys, hash, message.Source, message.AssociatedData.Length, size, message.Nonce);
        XorKeyStream(ref keys, tag, 0, message.Source, message.Destination);
        tag.CopyTo(message.Tag);
        keys.Clear();
        return true;
    }

    public override bool TryDecryptBulk(in GcmSivMessage message, bool throws)
    {
        if (!IsProvenForBulk(in message, GcmSivTests.Decryption))
        {
            return Next.TryDecrypt(in message, throws);
        }

        Verdict verdict = DecryptWithRecordKeys(in message);
        ClearStack(message.Source.Length);
        return verdict == Verdict.Authentic || Refuse(verdict, in message, throws);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Verdict DecryptWithRecordKeys(in GcmSivMessage message)
    {
        int size = message.Source.Length;
        Span<Vector128<byte>> memory = stackalloc Vector128<byte>[RecordKeys.Size];
        Span<Vector128<byte>> tableMemory = size < FaceTable.LeastTextSize ? [] : stackalloc Vector128<byte>[FaceTable.Size];
        RecordKeys keys = new(memory, tableMemory, Key.Vectors.Length, CountPowers(size, message.AssociatedData.Length));
        if (!TryDeriveKeys(in keys, message.Nonce))
        {
            return Verdict.KeyDisposed;
        }

        Vector128<byte> tag = Vector128.Create<byte>(message.Tag);
        Vector128<byte> hash = AbsorbAssociatedData(in keys, message.AssociatedData);
        hash = TKernels.DecryptAndAbsorb(ref keys, CounterAt(tag, 0), hash, message.Source, message.Destination, out int hashed);
        Vector128<byte> expected = ComputeTag(in keys, hash, message.Destination[hashed..], message.AssociatedData.Length, size, message.Nonce);
        bool isAuthentic = AreEqual(expected, tag);
        keys.Clear();
        return isAuthentic ? Verdict.Authentic : Verdict.Forged;
    }

    /// <summary>Clears the stack if the kernels spill keys to it. Call it before an exception, which would leave the keys there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ClearStack(int messageSize)
    {
        if (TKernels.SpillsKeys)
        {
            Secrets.ClearStack<Stack4K, Stack8K, Stack16K>(messageSize, 128, 2048);
        }
    }

    private bool Refuse(Verdict verdict, in GcmSivMessage message, bool throws)
    {
        if (verdict == Verdict.KeyDisposed)
        {
            Key.ThrowDisposed();
        }

        if (!IsTrial)
        {
            CryptographicOperations.ZeroMemory(message.Destination);
        }

        Secrets.ClearRegisters();
        return throws ? throw new AuthenticationTagMismatchException() : false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountPowers(long messageSize, long associatedDataSize) =>
        TKernels.CountHashPowers(GcmSivBlocks.CountBlocks(messageSize) + GcmSivBlocks.CountBlocks(associatedDataSize) + 1);

    /// <summary>Derives a message's keys and the powers of H.</summary>
    /// <returns>False if the instance is disposed. The derived keys are then erased.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryDeriveKeys(in RecordKeys keys, ReadOnlySpan<byte> nonce)
    {
        TKernels.DeriveKeys(Key.Vectors, nonce, keys.RoundKeys, out keys.H);
        if (!Key.EndRead())
        {
            keys.Clear();
            return false;
        }

        TKernels.ExpandHashKey(keys.H, keys.HashPowers);
        return true;
    }

    private static Vector128<byte> AbsorbAssociatedData(in RecordKeys keys, ReadOnlySpan<byte> associatedData) =>
        associatedData.IsEmpty ? Vector128<byte>.Zero : TKernels.Absorb(keys.HashPowers, Vector128<byte>.Zero, associatedData);

    /// <summary>Hashes the rest of the plaintext and the length block, and encrypts the result.</summary>
    private static Vector128<byte> ComputeTag(
        in RecordKeys keys, Vector128<byte> hash, ReadOnlySpan<byte> rest, long associatedDataSize, long messageSize, ReadOnlySpan<byte> nonce)
    {
        hash = TKernels.AbsorbLast(keys.HashPowers, hash, rest, GcmSivBlocks.LengthBlock(associatedDataSize, messageSize));
        return TKernels.EncryptBlock(keys.RoundKeys, GcmSivBlocks.TagInput(hash, GcmSivBlocks.NonceBlock(nonce)));
    }

    /// <summary>Returns the counter block for a byte offset in the message.</summary>
    private static Vector128<byte> CounterAt(Vector128<byte> tag, long offset) =>
        GcmSivCounter.Advance(GcmSivBlocks.InitialCounter(tag), (uint)(offset / BlockSize));

    private static void XorKeyStream(
        ref RecordKeys keys, Vector128<byte> tag, long offset, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination) =>
        TKernels.XorKeyStream<GcmSivCounter>(keys.RoundKeys, CounterAt(tag, offset), ref keys.Table, source, destination);

    private static bool AreEqual(Vector128<byte> left, Vector128<byte> right) => Declassified.IsZero(left ^ right);
}
