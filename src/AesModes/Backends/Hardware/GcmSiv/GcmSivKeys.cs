using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>Derives a message's keys from the key-generating key (RFC 8452 §4, derive_keys).</summary>
/// <remarks>Needs AES instructions. The blocks i ‖ nonce are counter blocks: four for 16-byte keys, six for 32-byte keys. The first two give H.</remarks>
internal static class GcmSivKeys<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>The number of pairs of rounds in <see cref="HashKeyRounds"/>, which are counted from 1.</summary>
    public const int HashKeyPairs = 7;

    /// <summary>Derives the message-authentication key, and the message-encryption key to the place where its round keys will begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Derive(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, out Vector128<byte> h)
    {
        Unsafe.SkipInit(out h);
        if (roundKeys.Length == 11)
        {
            Derive<Aes128>(roundKeys, nonce, recordRoundKeys, ref h);
        }
        else
        {
            Derive<Aes256>(roundKeys, nonce, recordRoundKeys, ref h);
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void Derive<TKey>(
        ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> recordRoundKeys, ref Vector128<byte> h)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        Debug.Assert(roundKeys.Length == rounds + 1 && recordRoundKeys.Length == rounds + 1);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        Blocks<TAes, TKey> encryptionKeyBlocks = DeriveHashKeyFirst<TKey>(ref generating, GcmSivBlocks.NonceBlock(nonce), out Vector128<ulong> hashKey);
        h = hashKey.AsByte();
        AesKeySchedule<TAes>.Store(in encryptionKeyBlocks, ref MemoryMarshal.GetReference(recordRoundKeys), out _, out _);
    }

    /// <summary>Derives both keys (RFC 8452 §4), H first: an encryption hashes before it encrypts.</summary>
    /// <returns>The message-encryption key, in the low halves.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TKey> DeriveHashKeyFirst<TKey>(ref Vector128<byte> roundKeys, Vector128<byte> nonceBlock, out Vector128<ulong> h)
        where TKey : struct, IKeySize
    {
        Blocks<TAes, Two> first = Blocks<TAes, Two>.Count<GcmSivCounter>(nonceBlock);
        Blocks<TAes, TKey> encryptionKeyBlocks = Blocks<TAes, TKey>.Count<GcmSivCounter>(GcmSivCounter.Advance(nonceBlock, 2));
        Encrypt(ref first, ref encryptionKeyBlocks, ref roundKeys, AesKeySchedule<TAes>.Rounds<TKey>());
        h = first.LowHalves01.AsUInt64();
        return encryptionKeyBlocks;
    }

    /// <summary>
    /// Derives the message-encryption key first: a decryption has its key stream before it hashes. Four blocks (AES-256) keep an AES unit busy, so H's two blocks
    /// run beside the key schedule, in <see cref="HashKeyRounds"/>. Two blocks (AES-128) do not, so H's blocks run beside them.
    /// </summary>
    /// <param name="roundKeys">The round keys of the key-generating key.</param>
    /// <param name="nonceBlock">Four zero bytes and the nonce.</param>
    /// <param name="hashKey">H in the low halves, after all pairs of <see cref="HashKeyRounds"/>.</param>
    /// <returns>The message-encryption key, in the low halves.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TKey> DeriveHashKeyLast<TKey>(
        ref Vector128<byte> roundKeys, Vector128<byte> nonceBlock, out Blocks<TAes, Two> hashKey)
        where TKey : struct, IKeySize
    {
        hashKey = Blocks<TAes, Two>.Count<GcmSivCounter>(nonceBlock);
        Blocks<TAes, TKey> encryptionKeyBlocks = Blocks<TAes, TKey>.Count<GcmSivCounter>(GcmSivCounter.Advance(nonceBlock, 2));
        if (Unsafe.SizeOf<TKey>() == 4)
        {
            hashKey.Whiten(roundKeys);
            encryptionKeyBlocks.Encrypt(ref roundKeys, 14);
        }
        else
        {
            EncryptBoth(ref encryptionKeyBlocks, ref hashKey, ref roundKeys, 10);
        }

        return encryptionKeyBlocks;
    }

    /// <summary>Runs pair n of H's rounds. After the last pair, it does nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void HashKeyRounds<TKey>(ref Blocks<TAes, Two> hashKey, ref Vector128<byte> roundKeys, int n)
        where TKey : struct, IKeySize
    {
        if (Unsafe.SizeOf<TKey>() == 4 && n <= HashKeyPairs)
        {
            hashKey.Round(ref roundKeys, (2 * n) - 1);
            if (n < HashKeyPairs)
            {
                hashKey.Round(ref roundKeys, 2 * n);
            }
            else
            {
                hashKey.LastRound(ref roundKeys, 14);
            }
        }
    }

    /// <summary>Derives both keys at the same pace. Used where four blocks of key stream run beside the key schedule: they leave H no share of the AES unit.</summary>
    /// <returns>The message-encryption key, in the low halves.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TKey> DeriveBoth<TKey>(ref Vector128<byte> roundKeys, Vector128<byte> nonceBlock, out Vector128<ulong> h)
        where TKey : struct, IKeySize
    {
        Blocks<TAes, Two> hashKey = Blocks<TAes, Two>.Count<GcmSivCounter>(nonceBlock);
        Blocks<TAes, TKey> encryptionKeyBlocks = Blocks<TAes, TKey>.Count<GcmSivCounter>(GcmSivCounter.Advance(nonceBlock, 2));
        EncryptBoth(ref encryptionKeyBlocks, ref hashKey, ref roundKeys, AesKeySchedule<TAes>.Rounds<TKey>());
        h = hashKey.LowHalves01.AsUInt64();
        return encryptionKeyBlocks;
    }

    /// <summary>Runs all rounds at the same pace. It can be a loop: its instructions run while the AES unit is busy.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncryptBoth<TKey>(ref Blocks<TAes, TKey> encryptionKeyBlocks, ref Blocks<TAes, Two> hashKey, ref Vector128<byte> k, int rounds)
        where TKey : struct, IKeySize
    {
        encryptionKeyBlocks.Whiten(k);
        hashKey.Whiten(k);
        for (int n = 1; n < rounds; n++)
        {
            encryptionKeyBlocks.Round(ref k, n);
            hashKey.Round(ref k, n);
        }

        encryptionKeyBlocks.LastRound(ref k, rounds);
        hashKey.LastRound(ref k, rounds);
    }

    /// <summary>
    /// Runs two rounds of the blocks that are needed first, then one round of the others. One after the other, two blocks would leave the AES unit half idle. At the
    /// same pace, a processor that starts one AESENC per cycle would finish both late.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Encrypt<TFast, TSlow>(ref Blocks<TAes, TFast> fast, ref Blocks<TAes, TSlow> slow, ref Vector128<byte> k, int rounds)
        where TFast : struct, IWidth
        where TSlow : struct, IWidth
    {
        fast.Whiten(k);
        slow.Whiten(k);
        TwoRoundsAndOne(ref fast, ref slow, ref k, 1);
        TwoRoundsAndOne(ref fast, ref slow, ref k, 2);
        TwoRoundsAndOne(ref fast, ref slow, ref k, 3);
        TwoRoundsAndOne(ref fast, ref slow, ref k, 4);
        if (rounds == 14)
        {
            TwoRoundsAndOne(ref fast, ref slow, ref k, 5);
            TwoRoundsAndOne(ref fast, ref slow, ref k, 6);
        }

        fast.Round(ref k, rounds - 1);
        fast.LastRound(ref k, rounds);
        if (rounds != 14)
        {
            slow.Round(ref k, 5);
            slow.Round(ref k, 6);
        }

        slow.Round(ref k, 7);
        slow.Round(ref k, 8);
        slow.Round(ref k, 9);
        slow.LongKeyRounds(ref k, rounds);
        slow.LastRound(ref k, rounds);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void TwoRoundsAndOne<TFast, TSlow>(ref Blocks<TAes, TFast> fast, ref Blocks<TAes, TSlow> slow, ref Vector128<byte> k, int n)
        where TFast : struct, IWidth
        where TSlow : struct, IWidth
    {
        fast.Round(ref k, (2 * n) - 1);
        fast.Round(ref k, 2 * n);
        slow.Round(ref k, n);
    }
}
