namespace AesModes.Backends.Hardware;

/// <summary>AES-GCM-SIV (RFC 8452) with at most one block of plaintext and one of associated data. Such a message is one chain of keys, hash, tag and key stream.</summary>
internal static class GcmSivOneBlock<TAes>
    where TAes : struct, IAesInstructions
{
    [MethodImpl(Kernel.Options)]
    public static bool Encrypt<TKey>(ExpandedKey key, in GcmSivMessage message)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        SmallMemory.Reserve(out SmallMemory memory);
        ref Vector128<byte> k = ref memory.Aligned;
        ref Vector128<byte> keyGeneratingKey = ref key.First;
        ReadOnlySpan<byte> plaintext = message.Source;
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(message.Nonce);
        Blocks<TAes, TKey> encryptionKeyBlocks = GcmSivKeys<TAes>.DeriveHashKeyFirst<TKey>(ref keyGeneratingKey, nonceBlock, out Vector128<ulong> h);

        // Runs while the AES unit derives the keys.
        ref Vector128<byte> block = ref Unsafe.Add(ref k, rounds + 1);
        int last = GcmSivBlocks.WriteHashInput(message.AssociatedData, plaintext, ref block);

        // Prepares the operand of each product that is known first: the first block before H, and H before the later hashes.
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> first = new(block.AsUInt64());
        Vector128<ulong> hash = first.Multiply(h);
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor = new(h);
        for (int i = 1; i <= last; i++)
        {
            hash = factor.Multiply(hash ^ Unsafe.Add(ref block, i).AsUInt64());
        }

        Blocks<TAes, Two> none = default;
        Vector128<byte> tag = ExpandAndEncrypt(
            in encryptionKeyBlocks, ref k, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock), ref none, ref keyGeneratingKey, GcmSivKeys<TAes>.HashKeyPairs + 1);
        bool keysIntact = key.EndRead();
        if (keysIntact)
        {
            tag.CopyTo(message.Tag);
            if (plaintext.Length > 0)
            {
                Vector128<byte> text = Unsafe.Add(ref block, last - 1) ^ Blocks<TAes, One>.EncryptOne(ref k, rounds, GcmSivBlocks.InitialCounter(tag));
                PartialBlock.Store(text, message.Destination);
            }
        }

        Erase<TKey>(ref k, ref block);
        return keysIntact;
    }

    [MethodImpl(Kernel.Options)]
    public static Verdict Decrypt<TKey>(ExpandedKey key, in GcmSivMessage message)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        SmallMemory.Reserve(out SmallMemory memory);
        ref Vector128<byte> k = ref memory.Aligned;
        ref Vector128<byte> keyGeneratingKey = ref key.First;
        ReadOnlySpan<byte> ciphertext = message.Source;
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(message.Nonce);
        Blocks<TAes, TKey> encryptionKeyBlocks = GcmSivKeys<TAes>.DeriveHashKeyLast<TKey>(ref keyGeneratingKey, nonceBlock, out Blocks<TAes, Two> hashKey);
        ref Vector128<byte> block = ref Unsafe.Add(ref k, rounds + 1);
        int last = GcmSivBlocks.WriteHashInput(message.AssociatedData, ciphertext, ref block);

        // Decryption begins with the key stream, because the given tag is the counter.
        Vector128<byte> tag = Vector128.Create<byte>(message.Tag);
        Vector128<byte> keyStream = ExpandAndEncrypt(in encryptionKeyBlocks, ref k, GcmSivBlocks.InitialCounter(tag), ref hashKey, ref keyGeneratingKey, 1);
        Vector128<ulong> h = hashKey.LowHalves01.AsUInt64();
        ref Vector128<byte> text = ref Unsafe.Add(ref block, last - 1);
        Vector128<byte> decrypted = (text ^ keyStream) & PartialBlock.Mask(ciphertext.Length);
        Verdict verdict = Verdict.KeyDisposed;
        if (key.EndRead())
        {
            PartialBlock.Store(decrypted, message.Destination);

            // Only the plaintext's product waits for the plaintext.
            PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor = new(h);
            Vector128<ulong> before = last == 2 ? factor.Multiply(block.AsUInt64()) : Vector128<ulong>.Zero;
            Vector128<ulong> behind = factor.Multiply(Unsafe.Add(ref text, 1).AsUInt64());
            PreparedOperand<Multiply128<TAes>, Vector128<ulong>> squared = new(UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Square(h));
            Vector128<ulong> hash = squared.Multiply(before ^ decrypted.AsUInt64()) ^ behind;
            Vector128<byte> expected = Blocks<TAes, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
            verdict = Declassified.IsZero(expected ^ tag) ? Verdict.Authentic : Verdict.Forged;
        }

        Erase<TKey>(ref k, ref block);
        return verdict;
    }

    /// <summary>Erases the round keys and up to three blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Erase<TKey>(ref Vector128<byte> k, ref Vector128<byte> block)
        where TKey : struct, IKeySize
    {
        AesKeySchedule<TAes>.Erase<TKey>(ref k);
        default(Blocks<TAes, Four>).Store(ref Unsafe.As<Vector128<byte>, byte>(ref block), 0);
    }

    /// <summary>
    /// Expands the message-encryption key, and encrypts one block as each round key becomes ready, interleaved with the remaining rounds for H from this pair on.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ExpandAndEncrypt<TKey>(
        in Blocks<TAes, TKey> encryptionKeyBlocks, ref Vector128<byte> k, Vector128<byte> block, ref Blocks<TAes, Two> hashKey, ref Vector128<byte> keyGeneratingKey, int pair)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        AesKeySchedule<TAes>.Store(in encryptionKeyBlocks, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        block = TAes.Whiten(block, even);
        if (rounds == 14)
        {
            block = TAes.Round(block, even, odd);
            block = Round<TKey>(block, 2, ref even, ref odd, ref k);
            GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair);
            block = Round<TKey>(block, 3, ref even, ref odd, ref k);
            GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 1);
            block = Round<TKey>(block, 4, ref even, ref odd, ref k);
            GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 2);
        }

        block = Round<TKey>(block, rounds - 9, ref even, ref odd, ref k);
        GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 3);
        block = Round<TKey>(block, rounds - 8, ref even, ref odd, ref k);
        GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 4);
        block = Round<TKey>(block, rounds - 7, ref even, ref odd, ref k);
        GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 5);
        block = Round<TKey>(block, rounds - 6, ref even, ref odd, ref k);
        GcmSivKeys<TAes>.HashKeyRounds<TKey>(ref hashKey, ref keyGeneratingKey, pair + 6);
        block = Round<TKey>(block, rounds - 5, ref even, ref odd, ref k);
        block = Round<TKey>(block, rounds - 4, ref even, ref odd, ref k);
        block = Round<TKey>(block, rounds - 3, ref even, ref odd, ref k);
        block = Round<TKey>(block, rounds - 2, ref even, ref odd, ref k);
        block = Round<TKey>(block, rounds - 1, ref even, ref odd, ref k);
        return TAes.LastRound(block, AesKeySchedule<TAes>.Last<TKey>(even, odd, rounds - 1), AesKeySchedule<TAes>.Next<TKey>(ref even, ref odd, ref k, rounds));
    }

    /// <summary>Makes round key n, and runs round n of the block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Round<TKey>(Vector128<byte> block, int n, ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        Vector128<byte> previous = AesKeySchedule<TAes>.Last<TKey>(even, odd, n - 1);
        return TAes.Round(block, previous, AesKeySchedule<TAes>.Next<TKey>(ref even, ref odd, ref k, n));
    }
}
