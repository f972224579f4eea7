using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AesModes.Backends.Hardware;

/// <summary>AES-GCM-SIV (RFC 8452) of a small message, in one kernel.</summary>
/// <remarks>
/// A small message is a chain: keys, hash, tag and key stream wait for each other. A processor finds other work only among the next one or two hundred instructions,
/// so the source interleaves what can run side by side. The kernel makes four powers of H in registers; <see cref="Polyval{TAes,TMultiply,TVector}"/> makes more.
/// Blocks are loaded one by one, because a load that spans several recent stores waits for all of them.
/// </remarks>
internal static class GcmSivSmall<TAes, TMultiply, TVector>
    where TAes : struct, IAesInstructions
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int Step = 4 * BlockSize;

    // Not a switch over both conditions: the JIT would first compute each condition as a number.

    /// <summary>See <see cref="IGcmSivKernels.EncryptSmall"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Encrypt(ExpandedKey key, in GcmSivMessage message)
    {
        if (message.IsOneBlock)
        {
            return IsAes128(key) ? GcmSivOneBlock<TAes>.Encrypt<Aes128>(key, in message) : GcmSivOneBlock<TAes>.Encrypt<Aes256>(key, in message);
        }

        return EncryptBlocks(key, in message);
    }

    /// <summary>See <see cref="IGcmSivKernels.DecryptSmall"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Verdict Decrypt(ExpandedKey key, in GcmSivMessage message)
    {
        if (message.IsOneBlock && !message.Source.IsEmpty)
        {
            return IsAes128(key) ? GcmSivOneBlock<TAes>.Decrypt<Aes128>(key, in message) : GcmSivOneBlock<TAes>.Decrypt<Aes256>(key, in message);
        }

        return DecryptBlocks(key, in message);
    }

    [MethodImpl(Kernel.Options)]
    private static bool EncryptBlocks(ExpandedKey key, in GcmSivMessage message)
    {
        SmallMemory.Reserve(out SmallMemory memory);
        bool keysIntact = IsAes128(key) ? Encrypt<Aes128>(key, in message, ref memory.Aligned) : Encrypt<Aes256>(key, in message, ref memory.Aligned);
        ClearSpills();
        return keysIntact;
    }

    [MethodImpl(Kernel.Options)]
    private static Verdict DecryptBlocks(ExpandedKey key, in GcmSivMessage message)
    {
        SmallMemory.Reserve(out SmallMemory memory);
        Verdict verdict = IsAes128(key) ? Decrypt<Aes128>(key, in message, ref memory.Aligned) : Decrypt<Aes256>(key, in message, ref memory.Aligned);
        ClearSpills();
        return verdict;
    }

    /// <summary>Clears the powers of H that the kernels spill. With wide multiplies and 32 registers, they spill none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ClearSpills()
    {
        if (!Vector512.IsHardwareAccelerated || Unsafe.SizeOf<TVector>() == BlockSize)
        {
            Secrets.ClearKernelStack<Stack1K>();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAes128(ExpandedKey key) => key.Count == 11;

    [MethodImpl(Kernel.Options)]
    private static bool Encrypt<TKey>(ExpandedKey key, in GcmSivMessage message, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        ReadOnlySpan<byte> plaintext = message.Source;
        ref byte ciphertext = ref MemoryMarshal.GetReference(message.Destination);
        Debug.Assert(message.Blocks < SmallMemory.MaxBlocks);
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(message.Nonce);
        Blocks<TAes, TKey> encryptionKeyBlocks = GcmSivKeys<TAes>.DeriveHashKeyFirst<TKey>(
            ref key.First, nonceBlock, out Vector128<ulong> h1);

        // Runs while the AES unit derives the keys.
        ref Vector128<byte> hashed = ref Unsafe.Add(ref k, rounds + 1);
        nuint end = (nuint)(GcmSivBlocks.WriteHashInput(message.AssociatedData, plaintext, ref hashed) + 1) * BlockSize;
        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref hashed);
        Vector128<ulong> h2 = UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Square(h1);
        Vector128<ulong> h4 = UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Square(h2);
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor1 = new(h1);
        AesKeySchedule<TAes>.Store(in encryptionKeyBlocks, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        Vector128<ulong> hash = HashFront(in factor1, ref source, end, out nuint offset);
        Vector128<ulong> h3 = factor1.Multiply(h2);
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor4 = new(h4);

        // Makes half of the key schedule before the products, and half after them.
        AesKeySchedule<TAes>.Begin<TKey>(ref even, ref odd, ref k);
        FourProducts<TAes> products = Unsafe.SizeOf<TVector>() == BlockSize ? new(in factor4, h3, h2, h1) : default;
        PreparedOperand<TMultiply, TVector> step = Unsafe.SizeOf<TVector>() > BlockSize ? new(TMultiply.Broadcast(h4)) : default;
        FourPowers<TMultiply, TVector> powers = Unsafe.SizeOf<TVector>() > BlockSize ? new(h4, h3, h2, h1) : default;
        FourBlocks<TMultiply, TVector> sums = default;
        if (Unsafe.SizeOf<TVector>() == BlockSize)
        {
            for (; offset < end; offset += Step)
            {
                hash = products.Absorb(hash, ref source, offset);
            }
        }
        else if (offset < end)
        {
            sums = FourBlocks<TMultiply, TVector>.Load(ref source, offset, hash);
            for (offset += Step; offset < end; offset += Step)
            {
                sums.MultiplyAdd(in step, FourBlocks<TMultiply, TVector>.Load(ref source, offset, default));
            }
        }

        AesKeySchedule<TAes>.End<TKey>(even, odd, ref k);
        if (Unsafe.SizeOf<TVector>() > BlockSize && end >= Step)
        {
            hash = sums.SumOfProducts<Multiply128<TAes>>(in powers);
        }

        Vector128<byte> tagInput = GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock);
        Vector128<byte> tag = Blocks<TAes, One>.EncryptOne(ref k, rounds, tagInput);
        if (!key.EndRead())
        {
            Erase<TKey>(ref k, ref source, end - BlockSize);
            return false;
        }

        // Four blocks at a time: the processor overlaps the next four, and a kernel for eight takes longer to compile.
        tag.CopyTo(message.Tag);
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(tag);
        nuint size = (nuint)plaintext.Length;
        ref byte text = ref Unsafe.AddByteOffset(ref source, end - BlockSize - ((size + BlockSize - 1) & ~(nuint)(BlockSize - 1)));
        for (offset = 0; offset < size; offset += Step)
        {
            Blocks<TAes, Four> keyStream = Blocks<TAes, Four>.Count<GcmSivCounter>(counter);
            keyStream.BeginEncryption(ref k);
            keyStream.MiddleRounds(ref k, rounds);
            counter = GcmSivCounter.Advance(counter, 4);
            if (size - offset >= Step)
            {
                keyStream.LastRoundXor(ref k, rounds, ref text, ref ciphertext, offset);
            }
            else
            {
                keyStream.LastRoundXor(ref k, rounds, ref text, ref text, offset);
                PartialBlock.CopyBlocks(
                    ref Unsafe.As<byte, Vector128<byte>>(ref Unsafe.AddByteOffset(ref text, offset)), ref Unsafe.AddByteOffset(ref ciphertext, offset), (int)(size - offset));
            }
        }

        Erase<TKey>(ref k, ref source, end - BlockSize);
        return true;
    }

    [MethodImpl(Kernel.Options)]
    private static Verdict Decrypt<TKey>(ExpandedKey key, in GcmSivMessage message, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        int rounds = AesKeySchedule<TAes>.Rounds<TKey>();
        ReadOnlySpan<byte> ciphertext = message.Source;
        ref byte plaintext = ref MemoryMarshal.GetReference(message.Destination);
        ref byte tag = ref MemoryMarshal.GetReference(message.Tag);
        Debug.Assert(message.Blocks < SmallMemory.MaxBlocks);
        Vector128<byte> nonceBlock = GcmSivBlocks.NonceBlock(message.Nonce);
        Blocks<TAes, TKey> encryptionKeyBlocks = GcmSivKeys<TAes>.DeriveBoth<TKey>(
            ref key.First, nonceBlock, out Vector128<ulong> h1);

        // Runs while the AES unit derives the keys.
        ref Vector128<byte> powers35 = ref Unsafe.Add(ref k, rounds + 1);
        ref Vector128<byte> hashed = ref Unsafe.Add(ref k, rounds + 1 + SmallMemory.MaxPowers);
        nuint end = (nuint)GcmSivBlocks.WriteHashInput(message.AssociatedData, ciphertext, ref hashed) * BlockSize;
        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref hashed);

        // The first four blocks of the key stream run each round as soon as its key is ready. Only H² and H⁴ are computed meanwhile: more would not fit into
        // registers. The schedule is two round keys ahead of the rounds: it is the longer chain, a stored key can be loaded one step later, and a processor issues
        // older instructions first.
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(Vector128.LoadUnsafe(ref tag));
        Blocks<TAes, Four> keyStream = Blocks<TAes, Four>.Count<GcmSivCounter>(counter);
        AesKeySchedule<TAes>.Store(in encryptionKeyBlocks, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        keyStream.Whiten(k);
        if (rounds != 14)
        {
            _ = AesKeySchedule<TAes>.Next<TKey>(ref even, ref odd, ref k, 1);
        }

        _ = AesKeySchedule<TAes>.Next<TKey>(ref even, ref odd, ref k, 2);
        if (rounds == 14)
        {
            Round<TKey>(ref keyStream, 1, ref even, ref odd, ref k);
            Round<TKey>(ref keyStream, 2, ref even, ref odd, ref k);
            Round<TKey>(ref keyStream, 3, ref even, ref odd, ref k);
        }

        Vector128<ulong> h2 = UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Square(h1);
        if (rounds == 14)
        {
            Round<TKey>(ref keyStream, 4, ref even, ref odd, ref k);
        }

        Round<TKey>(ref keyStream, rounds - 9, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 8, ref even, ref odd, ref k);
        Vector128<ulong> h4 = UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Square(h2);
        Round<TKey>(ref keyStream, rounds - 7, ref even, ref odd, ref k);
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor1 = new(h1);
        Round<TKey>(ref keyStream, rounds - 6, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 5, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 4, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 3, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 2, ref even, ref odd, ref k);
        Round<TKey>(ref keyStream, rounds - 1, ref even, ref odd, ref k);
        Vector128<ulong> h3 = factor1.Multiply(h2);
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor4 = new(h4);
        Vector128<ulong> h5 = factor1.Multiply(h4);

        // Multiplies the length block separately, long before the hash is complete, so that nothing waits for it.
        Vector128<ulong> lengths = factor1.Multiply(GcmSivBlocks.LengthBlock(message.AssociatedData.Length, ciphertext.Length).AsUInt64());
        PreparedOperand<Multiply128<TAes>, Vector128<ulong>> factor5 = new(h5);

        // Not in registers until their use: the JIT would spill them, and nothing would erase the spilled copies.
        powers35 = h3.AsByte();
        Unsafe.Add(ref powers35, 1) = h5.AsByte();
        if (!key.EndRead())
        {
            Erase<TKey>(ref k, ref source, end);
            return Verdict.KeyDisposed;
        }

        // Writes plaintext to the caller and to the hash input, four blocks at a time.
        nuint text = (nuint)GcmSivBlocks.CountBlocks(message.AssociatedData.Length) * BlockSize;
        nuint textEnd = text + (nuint)ciphertext.Length;
        nuint foursEnd = textEnd - ((nuint)ciphertext.Length % Step);
        nuint offset = text;
        keyStream.LastRoundXor(ref k, rounds, ref source, ref source, offset);
        if (offset < foursEnd)
        {
            keyStream.Store(ref plaintext, 0);
        }

        counter = GcmSivCounter.Advance(counter, 4);
        offset += Step;
        if (offset >= end)
        {
            ClearBehind(ref source, end, ciphertext.Length);
        }

        // Each turn decrypts four blocks and hashes four. The blocks to hash are already decrypted, because at most three blocks are hashed before the groups of four.
        Vector128<ulong> hash = HashFront(in factor1, ref source, end, out nuint hashedTo);
        FourProducts<TAes> products = Unsafe.SizeOf<TVector>() == BlockSize ? new(in factor4, h3, h2, h1) : default;
        FourProducts<TAes> lastProducts = Unsafe.SizeOf<TVector>() == BlockSize ? new(in factor5, h4, h3, h2) : default;
        PreparedOperand<TMultiply, TVector> step = Unsafe.SizeOf<TVector>() > BlockSize ? new(TMultiply.Broadcast(h4)) : default;
        FourBlocks<TMultiply, TVector> sums = default;
        nuint first = hashedTo;
        while (true)
        {
            if (offset < end)
            {
                keyStream = Blocks<TAes, Four>.Count<GcmSivCounter>(counter);
                counter = GcmSivCounter.Advance(counter, 4);
                keyStream.BeginEncryption(ref k);
                keyStream.MiddleRounds(ref k, rounds);
                keyStream.LastRoundXor(ref k, rounds, ref source, ref source, offset);
                if (offset < foursEnd)
                {
                    keyStream.Store(ref plaintext, offset - text);
                }

                offset += Step;
                if (offset >= end)
                {
                    ClearBehind(ref source, end, ciphertext.Length);
                }
            }

            bool isLast = hashedTo + Step >= end;
            if (hashedTo >= end)
            {
                hash = factor1.Multiply(hash);
                break;
            }

            if (Unsafe.SizeOf<TVector>() == BlockSize)
            {
                if (isLast)
                {
                    hash = lastProducts.Absorb(hash, ref source, hashedTo);
                    break;
                }

                hash = products.Absorb(hash, ref source, hashedTo);
            }
            else
            {
                if (hashedTo == first)
                {
                    sums = FourBlocks<TMultiply, TVector>.Load(ref source, hashedTo, hash);
                }
                else
                {
                    sums.MultiplyAdd(in step, FourBlocks<TMultiply, TVector>.Load(ref source, hashedTo, default));
                }

                if (isLast)
                {
                    // Prepared here: until their use, they would be in memory that is not aligned to cache lines.
                    FourPowers<TMultiply, TVector> powers = new(Unsafe.Add(ref powers35, 1).AsUInt64(), h4, powers35.AsUInt64(), h2);
                    hash = sums.SumOfProducts<Multiply128<TAes>>(in powers);
                    break;
                }
            }

            hashedTo += Step;
        }

        Vector128<byte> tagInput = GcmSivBlocks.TagInput((hash ^ lengths).AsByte(), nonceBlock);
        if (foursEnd < textEnd)
        {
            PartialBlock.CopyBlocks(
                ref Unsafe.As<byte, Vector128<byte>>(ref Unsafe.AddByteOffset(ref source, foursEnd)), ref Unsafe.AddByteOffset(ref plaintext, foursEnd - text), (int)(textEnd - foursEnd));
        }

        // Erases before the tag is computed: while the processor waits for the tag, the next call fills its window.
        powers35 = default;
        Unsafe.Add(ref powers35, 1) = default;
        EraseBlocks(ref source, end);
        Vector128<byte> expected = Blocks<TAes, One>.EncryptOne(ref k, rounds, tagInput);
        AesKeySchedule<TAes>.Erase<TKey>(ref k);
        return Declassified.IsZero(expected ^ Vector128.LoadUnsafe(ref tag)) ? Verdict.Authentic : Verdict.Forged;
    }

    /// <summary>Erases the round keys, the blocks, and the key stream after them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Erase<TKey>(ref Vector128<byte> k, ref byte source, nuint end)
        where TKey : struct, IKeySize
    {
        AesKeySchedule<TAes>.Erase<TKey>(ref k);
        EraseBlocks(ref source, end);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EraseBlocks(ref byte source, nuint end)
    {
        for (nuint offset = 0; offset < end + Step; offset += Step)
        {
            default(Blocks<TAes, Four>).Store(ref source, offset);
        }
    }

    /// <summary>Hashes the blocks before the groups of four.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> HashFront(in PreparedOperand<Multiply128<TAes>, Vector128<ulong>> h, ref byte source, nuint end, out nuint offset)
    {
        Vector128<ulong> hash = default;
        offset = 0;
        for (nuint front = end % Step; offset < front; offset += BlockSize)
        {
            hash = h.Multiply(hash ^ Vector128.LoadUnsafe(ref source, offset).AsUInt64());
        }

        return hash;
    }

    /// <summary>Makes round key n + 2, if there is one, and runs round n of the blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round<TKey>(ref Blocks<TAes, Four> blocks, int n, ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k)
        where TKey : struct, IKeySize
    {
        if (n + 2 <= AesKeySchedule<TAes>.Rounds<TKey>())
        {
            _ = AesKeySchedule<TAes>.Next<TKey>(ref even, ref odd, ref k, n + 2);
        }

        blocks.Round(ref k, n);
    }

    /// <summary>Clears the bytes after a message that ends in a partial block, where the kernel wrote whole blocks of key stream.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ClearBehind(ref byte source, nuint end, int size)
    {
        if (size % BlockSize != 0)
        {
            ref byte last = ref Unsafe.AddByteOffset(ref source, end - BlockSize);
            (Vector128.LoadUnsafe(ref last) & PartialBlock.Mask(size % BlockSize)).StoreUnsafe(ref last);
        }
    }
}

/// <summary>A small message's memory on the stack: its round keys, then its blocks. It is not a stackalloc, whose guard would delay a short message.</summary>
[InlineArray(MaxRoundKeys + MaxPowers + MaxBlocks + MaxPadding + (LineSize / 16))]
internal struct SmallMemory
{
    /// <summary>The maximum number of blocks of associated data, message and lengths.</summary>
    public const int MaxBlocks = 132;

    /// <summary>The maximum number of vectors between the round keys and the blocks: two powers of H, and padding so that the blocks begin a cache line.</summary>
    public const int MaxPowers = 5;

    /// <summary>The maximum number of vectors that a kernel writes after the blocks.</summary>
    private const int MaxPadding = 6;

    /// <summary>The size of a cache line in bytes.</summary>
    private const int LineSize = 64;

    private Vector128<byte> _first;

    /// <summary>Reserves the memory, and leaves its content as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out SmallMemory memory) => Unsafe.SkipInit(out memory);

    /// <summary>The first vector that begins a cache line. The JIT aligns locals only to 8 bytes. If every fourth access crosses a line, a message of four blocks takes up to a fifth longer.</summary>
    [UnscopedRef]
    public unsafe ref Vector128<byte> Aligned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // The stack does not move.
            nuint address = (nuint)Unsafe.AsPointer(ref _first);
            return ref *(Vector128<byte>*)((address + (LineSize - 1)) & ~(nuint)(LineSize - 1));
        }
    }
}
