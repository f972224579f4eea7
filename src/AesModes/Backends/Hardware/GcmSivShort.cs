using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>AES-GCM-SIV (RFC 8452) of a block of text, in registers: such a message is one chain of keys, hash, tag and key stream.</summary>
/// <remarks>Needs AES and carry-less multiply instructions.</remarks>
internal static class GcmSivShort<TRounds>
    where TRounds : struct, IRounds
{
    /// <summary>See <see cref="IBackend.EncryptFew"/>: a plaintext and associated data of at most 16 bytes each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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
        Debug.Assert(memory.Length >= roundKeys.Length + GcmSivBlocks.CountHashed(associatedData.Length, plaintext.Length) + IBackend.FewBehind);
        Debug.Assert(ciphertext.Length == plaintext.Length);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        ref byte n = ref MemoryMarshal.GetReference(nonce);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(memory);
        ref byte to = ref MemoryMarshal.GetReference(ciphertext);
        ref byte tagTo = ref MemoryMarshal.GetReference(tag);
        return roundKeys.Length == 11
            ? Encrypt<Two>(ref generating, ref n, associatedData, ref k, plaintext, in overwritten, ref to, ref tagTo)
            : Encrypt<Four>(ref generating, ref n, associatedData, ref k, plaintext, in overwritten, ref to, ref tagTo);
    }

    /// <summary>See <see cref="IBackend.DecryptFew"/>: a ciphertext of 1 to 16 bytes, and associated data of at most 16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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
        Debug.Assert(memory.Length >= roundKeys.Length + GcmSivBlocks.CountHashed(associatedData.Length, ciphertext.Length) + IBackend.FewBehind);
        Debug.Assert(plaintext.Length == ciphertext.Length);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        ref byte n = ref MemoryMarshal.GetReference(nonce);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(memory);
        ref byte given = ref MemoryMarshal.GetReference(tag);
        ref byte to = ref MemoryMarshal.GetReference(plaintext);
        return roundKeys.Length == 11
            ? Decrypt<Two>(ref generating, ref n, associatedData, ref k, ciphertext, in overwritten, ref to, ref given)
            : Decrypt<Four>(ref generating, ref n, associatedData, ref k, ciphertext, in overwritten, ref to, ref given);
    }

    [MethodImpl(Kernel.Options)]
    private static bool Encrypt<TWidth>(
        ref Vector128<byte> generating,
        ref byte nonce,
        ReadOnlySpan<byte> associatedData,
        ref Vector128<byte> k,
        ReadOnlySpan<byte> plaintext,
        ref readonly bool overwritten,
        ref byte ciphertext,
        ref byte tag)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(ref nonce);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyFirst<TWidth>(ref generating, nonceBlock, out Vector128<ulong> h);

        // In the time that the keys take.
        ref Vector128<byte> block = ref Unsafe.Add(ref k, rounds + 1);
        int last = GcmSivBlocks.Gather(associatedData, plaintext, ref block);

        // The hash is done before the key schedule is, and the tag's block goes beside that.
        // The first block is known long before H is, and after it the products before are what is known last.
        Factor<Multiply128<TRounds>, Vector128<ulong>> first = new(block.AsUInt64());
        Vector128<ulong> hash = first.Multiply(h);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
        for (int i = 1; i <= last; i++)
        {
            hash = factor.Multiply(hash ^ Unsafe.Add(ref block, i).AsUInt64());
        }

        Blocks<TRounds, Two> none = default;
        Vector128<byte> fullTag = ExpandAndEncrypt(in words, ref k, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock), ref none, ref generating, GcmSivKeys<TRounds>.HashKeyPairs + 1);
        bool whole = Secrets.AreWhole(in overwritten);
        if (whole)
        {
            fullTag.StoreUnsafe(ref tag);
            if (plaintext.Length > 0)
            {
                Vector128<byte> text = Unsafe.Add(ref block, last - 1) ^ Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(fullTag));
                Partial.Store(text, MemoryMarshal.CreateSpan(ref ciphertext, plaintext.Length));
            }
        }

        Erase<TWidth>(ref k, ref block);
        return whole;
    }

    [MethodImpl(Kernel.Options)]
    private static Verdict Decrypt<TWidth>(
        ref Vector128<byte> generating,
        ref byte nonce,
        ReadOnlySpan<byte> associatedData,
        ref Vector128<byte> k,
        ReadOnlySpan<byte> ciphertext,
        ref readonly bool overwritten,
        ref byte plaintext,
        ref byte tag)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(ref nonce);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyLast<TWidth>(ref generating, nonceBlock, out Blocks<TRounds, Two> hashKey);
        ref Vector128<byte> block = ref Unsafe.Add(ref k, rounds + 1);
        int last = GcmSivBlocks.Gather(associatedData, ciphertext, ref block);

        // Here the key stream comes first: the counter is the tag as given.
        Vector128<byte> given = Vector128.LoadUnsafe(ref tag);
        Vector128<byte> keyStream = ExpandAndEncrypt(in words, ref k, GcmSivBlocks.InitialCounter(given), ref hashKey, ref generating, 1);
        Vector128<ulong> h = hashKey.LowHalves01.AsUInt64();
        ref Vector128<byte> text = ref Unsafe.Add(ref block, last - 1);
        Vector128<byte> decrypted = (text ^ keyStream) & Partial.Mask(ciphertext.Length);
        Verdict verdict = Verdict.Unread;
        if (Secrets.AreWhole(in overwritten))
        {
            Partial.Store(decrypted, MemoryMarshal.CreateSpan(ref plaintext, ciphertext.Length));

            // All but the text's product is known before the text is.
            Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h);
            Vector128<ulong> before = last == 2 ? factor.Multiply(block.AsUInt64()) : Vector128<ulong>.Zero;
            Vector128<ulong> behind = factor.Multiply(Unsafe.Add(ref text, 1).AsUInt64());
            Factor<Multiply128<TRounds>, Vector128<ulong>> squared = new(Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h));
            Vector128<ulong> hash = squared.Multiply(before ^ decrypted.AsUInt64()) ^ behind;
            Vector128<byte> expected = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
            verdict = Declassified.IsZero(expected ^ given) ? Verdict.Authentic : Verdict.Forged;
        }

        Erase<TWidth>(ref k, ref block);
        return verdict;
    }

    /// <summary>Zeros in place of what a message leaves: round keys and up to three blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Erase<TWidth>(ref Vector128<byte> k, ref Vector128<byte> block)
        where TWidth : struct, IWidth
    {
        AesKeySchedule<TRounds>.Erase<TWidth>(ref k);
        default(Blocks<TRounds, Four>).Store(ref Unsafe.As<Vector128<byte>, byte>(ref block), 0);
    }

    /// <summary>
    /// The message-encryption key's round keys, a block that goes through each round as soon as there is its key, and beside them what was left of H, from this pair of rounds on.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ExpandAndEncrypt<TWidth>(
        in Blocks<TRounds, TWidth> words, ref Vector128<byte> k, Vector128<byte> block, ref Blocks<TRounds, Two> hashKey, ref Vector128<byte> generating, int pair)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        AesKeySchedule<TRounds>.Store(in words, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        Vector128<byte> previous = even;
        block = TRounds.Whiten(block, even);
        if (rounds == 14)
        {
            block = TRounds.Round(block, even, odd);
            previous = odd;
            block = Round<TWidth>(block, 2, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair);
            block = Round<TWidth>(block, 3, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 1);
            block = Round<TWidth>(block, 4, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 2);
        }

        block = Round<TWidth>(block, rounds - 9, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 3);
        block = Round<TWidth>(block, rounds - 8, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 4);
        block = Round<TWidth>(block, rounds - 7, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 5);
        block = Round<TWidth>(block, rounds - 6, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 6);
        block = Round<TWidth>(block, rounds - 5, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 7);
        block = Round<TWidth>(block, rounds - 4, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 8);
        block = Round<TWidth>(block, rounds - 3, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 9);
        block = Round<TWidth>(block, rounds - 2, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 10);
        block = Round<TWidth>(block, rounds - 1, ref previous, ref even, ref odd, ref k, ref hashKey, ref generating, pair + 11);
        return TRounds.LastRound(block, previous, AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, rounds));
    }

    /// <summary>Round key n, round n of the block with it, and two rounds of H.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Round<TWidth>(
        Vector128<byte> block,
        int n,
        ref Vector128<byte> previous,
        ref Vector128<byte> even,
        ref Vector128<byte> odd,
        ref Vector128<byte> k,
        ref Blocks<TRounds, Two> hashKey,
        ref Vector128<byte> generating,
        int pair)
        where TWidth : struct, IWidth
    {
        Vector128<byte> key = AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, n);
        block = TRounds.Round(block, previous, key);
        previous = key;
        GcmSivKeys<TRounds>.HashKeyRounds<TWidth>(ref hashKey, ref generating, pair);
        return block;
    }
}
