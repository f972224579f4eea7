using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Software;

/// <summary>AES-GCM-SIV (RFC 8452) of a few blocks by a backend's other pieces: without instructions for it there is nothing to gain from doing several steps at once.</summary>
internal static class GcmSivFew<TBackend>
    where TBackend : struct, IBackend
{
    /// <summary>See <see cref="IBackend.EncryptFew"/>.</summary>
    public static bool Encrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> plaintext,
        Span<Vector128<byte>> memory,
        Span<byte> ciphertext,
        Span<byte> tag)
    {
        Span<Vector128<byte>> recordRoundKeys = memory[..roundKeys.Length];
        Span<Vector128<byte>> hashed = memory.Slice(roundKeys.Length, GcmSivBlocks.CountHashed(associatedData.Length, plaintext.Length));
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out Vector128<byte> h);
        bool whole = Secrets.AreWhole(in overwritten);
        if (whole)
        {
            GcmSivBlocks.Gather(associatedData, plaintext, hashed);
            Vector128<byte> fullTag = ComputeTag(recordRoundKeys, nonce, in h, hashed);
            FaceTable none = default;
            TBackend.XorKeyStream(recordRoundKeys, GcmSivBlocks.InitialCounter(fullTag), ref none, plaintext, ciphertext);
            fullTag.CopyTo(tag);
        }

        Secrets.Erase(ref h);
        Secrets.Erase(memory[..(recordRoundKeys.Length + hashed.Length)]);
        return whole;
    }

    /// <summary>See <see cref="IBackend.DecryptFew"/>.</summary>
    public static Verdict Decrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ref readonly bool overwritten,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> associatedData,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<Vector128<byte>> memory,
        Span<byte> plaintext)
    {
        Span<Vector128<byte>> recordRoundKeys = memory[..roundKeys.Length];
        Span<Vector128<byte>> hashed = memory.Slice(roundKeys.Length, GcmSivBlocks.CountHashed(associatedData.Length, ciphertext.Length));
        TBackend.DeriveKeys(roundKeys, nonce, recordRoundKeys, out Vector128<byte> h);
        Verdict verdict = Verdict.Unread;
        if (Secrets.AreWhole(in overwritten))
        {
            Vector128<byte> given = Vector128.Create(tag);
            FaceTable none = default;
            TBackend.XorKeyStream(recordRoundKeys, GcmSivBlocks.InitialCounter(given), ref none, ciphertext, plaintext);
            GcmSivBlocks.Gather(associatedData, plaintext, hashed);
            verdict = Declassified.IsZero(ComputeTag(recordRoundKeys, nonce, in h, hashed) ^ given) ? Verdict.Authentic : Verdict.Forged;
        }

        Secrets.Erase(ref h);
        Secrets.Erase(memory[..(recordRoundKeys.Length + hashed.Length)]);
        return verdict;
    }

    private static Vector128<byte> ComputeTag(
        ReadOnlySpan<Vector128<byte>> recordRoundKeys, ReadOnlySpan<byte> nonce, ref readonly Vector128<byte> h, ReadOnlySpan<Vector128<byte>> hashed)
    {
        Vector128<byte> hash = TBackend.Absorb(new ReadOnlySpan<Vector128<byte>>(in h), Vector128<byte>.Zero, MemoryMarshal.AsBytes(hashed));
        return TBackend.EncryptBlock(recordRoundKeys, GcmSivBlocks.TagInput(hash, GcmSivBlocks.NonceBlock(nonce)));
    }
}
