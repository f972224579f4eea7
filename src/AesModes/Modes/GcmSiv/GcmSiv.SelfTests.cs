using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Which self-test stands for which message.</summary>
internal sealed partial class GcmSiv<TBackend>
{
    private bool IsAes128 => Key.Vectors.Length == 11;

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
        IsTrial || !SelfTest.IsLazy || (IsProven<Bulk, TDirection>() && (size < FaceTable.LeastTextSize || IsProven<Tabled, TDirection>()));

    /// <summary>Streams keep a table for texts of any size, whose kernels only the test of long encryptions runs whole.</summary>
    private bool IsProvenForStreams<TDirection>()
        where TDirection : struct, IDirection =>
        IsProvenForBulk<TDirection>(FaceTable.LeastTextSize) && IsProvenForBulk<Encryption>(FaceTable.LeastTextSize);

    private bool IsProven<TPath, TDirection>()
        where TPath : struct, IGcmSivPath
        where TDirection : struct, IDirection => IsAes128
        ? Proof<TBackend, GcmSivTest<TPath, TDirection, Aes128>>.Holds
        : Proof<TBackend, GcmSivTest<TPath, TDirection, Aes256>>.Holds;
}
