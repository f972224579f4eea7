using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// AES-GCM-SIV (RFC 8452) of a few blocks. POLYVAL is from H alone: four powers are made, in registers. <see cref="Polyval{TRounds,TMultiply,TVector}"/> is for more.
/// </summary>
/// <remarks>
/// Such a message is a chain: keys, hash, tag and key stream wait for each other, and the AES and the carry-less multiply unit are idle in turn. A processor finds what
/// else it could do among the next hundred or two of instructions, half of that where its other thread is busy. So what can go on side by side stands side by side in the text.
/// Needs AES and carry-less multiply. Blocks are loaded one by one, also for wide multiplications: they were just stored so, and a load that spans
/// several stores waits for all of them to leave the core.
/// </remarks>
internal static class GcmSivFew<TRounds, TMultiply, TVector>
    where TRounds : struct, IRounds
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int BlockSize = 16;
    private const int Step = 4 * BlockSize;

    /// <summary>See <see cref="IBackend.DeriveAndHashFew"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DeriveAndHash(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> hashed, Span<Vector128<byte>> recordRoundKeys)
    {
        if (roundKeys.Length == 11)
        {
            DeriveAndHash<Two>(roundKeys, nonceBlock, hashed, recordRoundKeys);
        }
        else
        {
            DeriveAndHash<Four>(roundKeys, nonceBlock, hashed, recordRoundKeys);
        }
    }

    /// <summary>See <see cref="IBackend.DecryptFew"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Decrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        int associatedBlocks,
        Span<Vector128<byte>> recordRoundKeys) =>
        roundKeys.Length == 11
            ? Decrypt<Two>(roundKeys, nonceBlock, tag, mask, hashed, associatedBlocks, recordRoundKeys)
            : Decrypt<Four>(roundKeys, nonceBlock, tag, mask, hashed, associatedBlocks, recordRoundKeys);

    /// <summary>
    /// The tag, and the text ⊕ the key stream. Four blocks at a time: the processor runs the next ones beside them, and a kernel for eight
    /// takes longer to compile.
    /// </summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Encrypt(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> textAndHash, Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte block = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(textAndHash));
        Vector128<byte> tag = Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(textAndHash[^1], nonceBlock));
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(tag);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        for (int offset = 0; offset < destination.Length; offset += Step)
        {
            Blocks<TRounds, Four> keyStream = Blocks<TRounds, Four>.Count<GcmSivCounter>(counter);
            keyStream.BeginEncryption(ref k);
            keyStream.MiddleRounds(ref k, rounds);
            counter = GcmSivCounter.Advance(counter, 4);
            if (destination.Length - offset >= Step)
            {
                keyStream.LastRoundXor(ref k, rounds, ref block, ref to, (nuint)offset);
            }
            else
            {
                keyStream.LastRoundXor(ref k, rounds, ref block, ref block, (nuint)offset);
                Partial.CopyBlocks(textAndHash[(offset / BlockSize)..], destination[offset..]);
            }
        }

        return tag;
    }

    [MethodImpl(Kernel.Options)]
    private static void DeriveAndHash<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> nonceBlock, Span<Vector128<byte>> hashed, Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Debug.Assert(roundKeys.Length == rounds + 1 && recordRoundKeys.Length == rounds + 1);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyFirst<TWidth>(ref generating, nonceBlock, out Vector128<ulong> h1);
        Vector128<ulong> h2 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h1);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h1);
        Vector128<ulong> h4 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h2);
        Vector128<ulong> h3 = factor.Multiply(h2);

        // One half of the key schedule before the products, one behind them.
        AesKeySchedule<TRounds>.Store(in words, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        AesKeySchedule<TRounds>.Begin<TWidth>(ref even, ref odd, ref k);
        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(hashed));
        nuint end = (nuint)hashed.Length * BlockSize;
        Vector128<ulong> hash = HashFront(in factor, ref source, end, out nuint offset);
        FourBlocks<TMultiply, TVector> sums = default;
        Factor<TMultiply, TVector> step = new(TMultiply.Broadcast(h4));
        FourPowers<TMultiply, TVector> powers = new(h4, h3, h2, h1);
        if (offset < end)
        {
            sums = FourBlocks<TMultiply, TVector>.Load(ref source, offset, hash);
            for (offset += Step; offset < end; offset += Step)
            {
                sums.MultiplyAdd(in step, FourBlocks<TMultiply, TVector>.Load(ref source, offset, default));
            }
        }

        AesKeySchedule<TRounds>.End<TWidth>(even, odd, ref k);
        if (end >= Step)
        {
            hash = sums.SumOfProducts<Multiply128<TRounds>>(in powers);
        }

        hash.AsByte().StoreUnsafe(ref source, end - BlockSize);
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> Decrypt<TWidth>(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> nonceBlock,
        Vector128<byte> tag,
        Vector128<byte> mask,
        Span<Vector128<byte>> hashed,
        int associatedBlocks,
        Span<Vector128<byte>> recordRoundKeys)
        where TWidth : struct, IWidth
    {
        int rounds = AesKeySchedule<TRounds>.Rounds<TWidth>();
        Debug.Assert(roundKeys.Length == rounds + 1 && recordRoundKeys.Length == rounds + 1);
        ref Vector128<byte> generating = ref MemoryMarshal.GetReference(roundKeys);
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(recordRoundKeys);
        Blocks<TRounds, TWidth> words = GcmSivKeys<TRounds>.DeriveHashKeyLast<TWidth>(ref generating, nonceBlock, out Vector128<ulong> h1);

        // The first four blocks of the key stream go through each round as soon as the schedule has its key, and the powers of H are made meanwhile.
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(tag);
        Blocks<TRounds, Four> keyStream = Blocks<TRounds, Four>.Count<GcmSivCounter>(counter);
        AesKeySchedule<TRounds>.Store(in words, ref k, out Vector128<byte> even, out Vector128<byte> odd);
        keyStream.Whiten(k);
        if (rounds == 14)
        {
            keyStream.Round(ref k, 1);
            Round<TWidth>(ref keyStream, 2, ref even, ref odd, ref k);
            Round<TWidth>(ref keyStream, 3, ref even, ref odd, ref k);
            Round<TWidth>(ref keyStream, 4, ref even, ref odd, ref k);
            Round<TWidth>(ref keyStream, 5, ref even, ref odd, ref k);
        }
        else
        {
            Round<TWidth>(ref keyStream, 1, ref even, ref odd, ref k);
        }

        Round<TWidth>(ref keyStream, rounds - 8, ref even, ref odd, ref k);
        Round<TWidth>(ref keyStream, rounds - 7, ref even, ref odd, ref k);
        Round<TWidth>(ref keyStream, rounds - 6, ref even, ref odd, ref k);
        Round<TWidth>(ref keyStream, rounds - 5, ref even, ref odd, ref k);
        Round<TWidth>(ref keyStream, rounds - 4, ref even, ref odd, ref k);
        Vector128<ulong> h2 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h1);
        Round<TWidth>(ref keyStream, rounds - 3, ref even, ref odd, ref k);
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h1);
        Round<TWidth>(ref keyStream, rounds - 2, ref even, ref odd, ref k);
        Vector128<ulong> h4 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h2);
        Round<TWidth>(ref keyStream, rounds - 1, ref even, ref odd, ref k);
        Vector128<ulong> h3 = factor.Multiply(h2);
        _ = AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, rounds);

        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(hashed));
        nuint end = (nuint)hashed.Length * BlockSize;
        Vector128<byte> lengths = Vector128.LoadUnsafe(ref source, end - BlockSize);
        nuint text = (nuint)associatedBlocks * BlockSize;
        keyStream.LastRoundXor(ref k, rounds, ref source, ref source, text);
        RestoreEnd(ref source, end, mask, lengths);

        // Four blocks more at a time, and a turn behind them four of the hash: these are decrypted, as at most three are hashed in front of the fours.
        Factor<TMultiply, TVector> step = new(TMultiply.Broadcast(h4));
        FourBlocks<TMultiply, TVector> sums = default;
        FourPowers<TMultiply, TVector> powers = new(h4, h3, h2, h1);
        Vector128<ulong> hash = default;
        nuint hashedTo = 0;
        nuint offset = text;
        do
        {
            offset += Step;
            if (offset < end - BlockSize)
            {
                counter = GcmSivCounter.Advance(counter, 4);
                keyStream = Blocks<TRounds, Four>.Count<GcmSivCounter>(counter);
                keyStream.BeginEncryption(ref k);
                keyStream.MiddleRounds(ref k, rounds);
                keyStream.LastRoundXor(ref k, rounds, ref source, ref source, offset);
                RestoreEnd(ref source, end, mask, lengths);
            }

            if (hashedTo != 0)
            {
                sums.MultiplyAdd(in step, FourBlocks<TMultiply, TVector>.Load(ref source, hashedTo, default));
            }
            else
            {
                hash = HashFront(in factor, ref source, end, out hashedTo);
                if (hashedTo == end)
                {
                    break;
                }

                sums = FourBlocks<TMultiply, TVector>.Load(ref source, hashedTo, hash);
            }

            hashedTo += Step;
        }
        while (hashedTo < end);

        if (end >= Step)
        {
            hash = sums.SumOfProducts<Multiply128<TRounds>>(in powers);
        }

        return Blocks<TRounds, One>.EncryptOne(ref k, rounds, GcmSivBlocks.TagInput(hash.AsByte(), nonceBlock));
    }

    /// <summary>Round key n, and round n of the blocks with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round<TWidth>(ref Blocks<TRounds, Four> blocks, int n, ref Vector128<byte> even, ref Vector128<byte> odd, ref Vector128<byte> k)
        where TWidth : struct, IWidth
    {
        _ = AesKeySchedule<TRounds>.Next<TWidth>(ref even, ref odd, ref k, n);
        blocks.Round(ref k, n);
    }

    /// <summary>The blocks in front of those that go by four.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> HashFront(in Factor<Multiply128<TRounds>, Vector128<ulong>> h, ref byte source, nuint end, out nuint offset)
    {
        Vector128<ulong> hash = default;
        offset = 0;
        for (nuint front = end % Step; offset < front; offset += BlockSize)
        {
            hash = h.Multiply(hash ^ Vector128.LoadUnsafe(ref source, offset).AsUInt64());
        }

        return hash;
    }

    /// <summary>What whole blocks of key stream were written over: the zeros behind the text, and the block with the lengths.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void RestoreEnd(ref byte source, nuint end, Vector128<byte> mask, Vector128<byte> lengths)
    {
        (Vector128.LoadUnsafe(ref source, end - (2 * BlockSize)) & mask).StoreUnsafe(ref source, end - (2 * BlockSize));
        lengths.StoreUnsafe(ref source, end - BlockSize);
    }
}
