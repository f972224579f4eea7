using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Which self-test stands for which message, and how one runs.</summary>
internal sealed partial class GcmSiv<TBackend>
{
    private bool IsAes128 => Key.Vectors.Length == 11;

    /// <summary>The outputs of every size of a path, through the method that messages of the path take; 0 if a verdict is wrong.</summary>
    public ulong Try<TPath, TDirection>(ReadOnlySpan<byte> tags)
        where TPath : struct, IGcmSivPath
        where TDirection : struct, IDirection
    {
        ulong digest = 0;
        byte[] nonce = SelfTestData.Bytes(NonceSize, 2);
        for (int i = 0; i < TPath.Sizes.Length; i += 2)
        {
            byte[] plaintext = SelfTestData.Bytes(TPath.Sizes[i], 3);
            byte[] associatedData = SelfTestData.Bytes(TPath.Sizes[i + 1], 4);
            byte[] ciphertext = new byte[plaintext.Length];
            byte[] tag = new byte[TagSize];
            if (TDirection.IsEncryption)
            {
                TryEncrypt<TPath>(nonce, plaintext, ciphertext, tag, associatedData);
            }
            else
            {
                // A trial leaves what came out, so that the plaintext under the right tag becomes the ciphertext, and that the plaintext again.
                tags.Slice(i / 2 * TagSize, TagSize).CopyTo(tag);
                byte[] decrypted = new byte[plaintext.Length];
                if (TryDecrypt<TPath>(nonce, plaintext, tag, ciphertext, associatedData) != (plaintext.Length == 0)
                    || !TryDecrypt<TPath>(nonce, ciphertext, tag, decrypted, associatedData)
                    || !decrypted.AsSpan().SequenceEqual(plaintext))
                {
                    return 0;
                }
            }

            digest = SelfTestData.Digest(SelfTestData.Digest(digest, ciphertext), tag);
        }

        return digest;
    }

    protected override GcmSiv CreateNext()
    {
        // The key itself is where its round keys begin.
        Span<byte> key = stackalloc byte[IsAes128 ? 16 : 32];
        MemoryMarshal.AsBytes(Key.Vectors)[..key.Length].CopyTo(key);
        try
        {
            return Key.EndRead() ? Backend<TBackend>.Instance.MoveOn().CreateGcmSiv(key) : throw Key.Disposed();
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    private void TryEncrypt<TPath>(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[] associatedData)
        where TPath : struct, IGcmSivPath
    {
        if (TPath.IsBulk)
        {
            EncryptLong(nonce, plaintext, ciphertext, tag, associatedData);
        }
        else
        {
            EncryptFew(nonce, plaintext, ciphertext, tag, associatedData);
        }
    }

    private bool TryDecrypt<TPath>(byte[] nonce, byte[] ciphertext, byte[] tag, byte[] plaintext, byte[] associatedData)
        where TPath : struct, IGcmSivPath => TPath.IsBulk
        ? TryDecryptLong(nonce, ciphertext, tag, plaintext, associatedData, throws: false)
        : TryDecryptFew(nonce, ciphertext, tag, plaintext, associatedData, throws: false);

    /// <summary>
    /// Runs the self-test for a message of few blocks, unless the process has its result, and takes the message on. Its parameters are those of its
    /// caller, so that the JIT makes a jump of the call, and messages that need no test do not pay for one.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ProveAndEncrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        bool isOneBlock = plaintext.Length <= BlockSize && associatedData.Length <= BlockSize;
        if (isOneBlock ? IsProven<OneBlock, Encryption>() : IsProven<Few, Encryption>())
        {
            _ = Interlocked.And(ref Unproven, isOneBlock ? ~OneBlock.EncryptionBit : ~Few.EncryptionBit);
            EncryptFew(nonce, plaintext, ciphertext, tag, associatedData);
        }
        else
        {
            Next.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
        }
    }

    /// <inheritdoc cref="ProveAndEncrypt"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ProveAndDecrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext, ReadOnlySpan<byte> associatedData, bool throws)
    {
        bool isOneBlock = ciphertext.Length is > 0 and <= BlockSize && associatedData.Length <= BlockSize;
        if (isOneBlock ? IsProven<OneBlock, Decryption>() : IsProven<Few, Decryption>())
        {
            _ = Interlocked.And(ref Unproven, isOneBlock ? ~OneBlock.DecryptionBit : ~Few.DecryptionBit);
            return TryDecryptFew(nonce, ciphertext, tag, plaintext, associatedData, throws);
        }

        return Next.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData, throws);
    }

    private bool IsProvenForBulk<TDirection>(int size)
        where TDirection : struct, IDirection =>
        IsTrial || !SelfTest.IsLazy || (size < FaceTable.LeastTextSize ? IsProven<Bulk, TDirection>() : IsProven<Tabled, TDirection>());

    private bool IsProvenForStreams<TDirection>()
        where TDirection : struct, IDirection => IsProvenForBulk<TDirection>(0) && IsProvenForBulk<TDirection>(FaceTable.LeastTextSize);

    private bool IsProven<TPath, TDirection>()
        where TPath : struct, IGcmSivPath
        where TDirection : struct, IDirection => IsAes128
        ? Proof<TBackend, GcmSivTest<TPath, TDirection, Aes128>>.Holds
        : Proof<TBackend, GcmSivTest<TPath, TDirection, Aes256>>.Holds;
}
