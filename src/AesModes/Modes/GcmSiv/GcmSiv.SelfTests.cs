using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>Which self-test stands for which message.</summary>
internal sealed partial class GcmSiv<TBackend>
{
    /// <summary>After so many messages of one kind, the other kind's test is run too: later messages need not ask.</summary>
    private const int MaxQuestions = 30;

    private int _questions;

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

    protected override void ProveAndEncrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        bool isOneBlock = plaintext.Length <= BlockSize && associatedData.Length <= BlockSize;
        if (!IsProven(isOneBlock ? GcmSivTests.OneBlock : GcmSivTests.FewBlocks))
        {
            Next.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            return;
        }

        if (IsProvenForFew(0))
        {
            ProvenFewBlocks = TBackend.MaxFewBlocks;
        }

        EncryptFew(nonce, plaintext, ciphertext, tag, associatedData);
    }

    protected override bool ProveAndDecrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext, ReadOnlySpan<byte> associatedData, bool throws)
    {
        bool isOneBlock = ciphertext.Length is > 0 and <= BlockSize && associatedData.Length <= BlockSize;
        if (!IsProven((isOneBlock ? GcmSivTests.OneBlock : GcmSivTests.FewBlocks) + GcmSivTests.Decryption))
        {
            return Next.TryDecrypt(nonce, ciphertext, tag, plaintext, associatedData, throws);
        }

        if (IsProvenForFew(GcmSivTests.Decryption))
        {
            ProvenFewBlocksToDecrypt = TBackend.MaxFewBlocksToDecrypt;
        }

        return TryDecryptFew(nonce, ciphertext, tag, plaintext, associatedData, throws);
    }

    /// <summary>Whether both tests for few blocks passed. An object that asked often has both run.</summary>
    private bool IsProvenForFew(int direction)
    {
        uint both = ((1U << GcmSivTests.OneBlock) | (1U << GcmSivTests.FewBlocks)) << direction;
        return (Unproven & both) == 0
            || (++_questions >= MaxQuestions && IsProven(GcmSivTests.OneBlock + direction) && IsProven(GcmSivTests.FewBlocks + direction));
    }

    /// <summary>Whether the self-tests for a long text passed, which may run them now.</summary>
    /// <param name="size">Its size.</param>
    /// <param name="direction">0, or <see cref="GcmSivTests.Decryption"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsProvenForLong(int size, int direction)
    {
        uint bits = (size < FaceTable.LeastTextSize ? 1U << GcmSivTests.Long : (1U << GcmSivTests.Long) | (1U << GcmSivTests.WithTable)) << direction;
        return (Unproven & bits) == 0 || ProveForLong(size, direction);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ProveForLong(int size, int direction) =>
        (TBackend.IsHardwareAccelerated || IsProven(GcmSivTests.WideSlices + direction))
        && IsProven(GcmSivTests.Long + direction)
        && (size < FaceTable.LeastTextSize || IsProven(GcmSivTests.WithTable + direction));

    /// <summary>Streams keep a table for texts of any size, whose kernels only the test of long encryptions runs whole.</summary>
    private bool IsProvenForStreams(int direction) =>
        IsProvenForLong(FaceTable.LeastTextSize, direction) && IsProvenForLong(FaceTable.LeastTextSize, 0);

    private bool IsProven(int test)
    {
        if (!Backend<TBackend>.Instance.GcmSivTests.Pass(test + (IsAes128 ? 0 : GcmSivTests.Aes256)))
        {
            return false;
        }

        _ = Interlocked.And(ref Unproven, ~(1U << test));
        return true;
    }
}
