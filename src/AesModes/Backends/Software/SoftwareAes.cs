using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Chooses between the two software cores: <see cref="AesPermute{TLane,TVector}"/> for few blocks, <see cref="AesBitsliced{TLane,TVector}"/> for long runs and, if
/// the machine has no byte shuffle, for everything.
/// </summary>
internal static class SoftwareAes<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    /// <summary>The number of blocks that the vector-permute core encrypts at once in counter mode.</summary>
    private static int ShortBatchBlocks => AesPermute<TLane, TVector>.MostVectors * TLane.Count;

    /// <summary>From this many blocks on, the bitsliced core is worth its fixed cost: the planes of the keys.</summary>
    /// <remarks>
    /// `benchmarks/ratios thresholds` measures both cores, by size and width (benchmarks/results/performance.md). DOTNET_EnableAVX512=0 makes the machine one that
    /// does not fuse logic. With that setting, both cores take equally long for long runs on AMD Zen 5, because a logic operation takes two cycles. On a machine
    /// where it takes one, and one shuffle starts per cycle (Intel before Ice Lake), the bitsliced core should be faster.
    /// </remarks>
    public static int LongRunBlocks
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TLane.Count switch
        {
            1 => TLane.FusesLogic ? 13 : 32,
            2 => TLane.FusesLogic ? 40 : 64,
            _ => 64,
        };
    }

    /// <summary>The same for whole rounds. The bitsliced core is worth it only on 128-bit vectors with fused logic.</summary>
    /// <remarks>
    /// Measured by the same command. The work before and after the rounds weighs more here. So the bitsliced core gains late and little, and is slower without
    /// AVX-512.
    /// </remarks>
    private static int LongRunBlocksOfWholeRounds => TLane.Count == 1 && TLane.FusesLogic ? 64 : int.MaxValue;

    /// <summary>Up to this many blocks after whole groups still go to the vector-permute core, which takes no longer for them than the other core for one more batch.</summary>
    private static int ShortTailBlocks => TLane.Count switch
    {
        1 => TLane.FusesLogic ? 6 : 8,
        2 => 16,
        _ => 32,
    };

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        if (TLane.HasLookup)
        {
            AesPermute.ExpandKey(key, roundKeys);
        }
        else
        {
            AesBitsliced<TLane, TVector>.ExpandKey(key, roundKeys);
        }
    }

    /// <summary>Encrypts whole blocks in ECB mode. Source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length, LongRunBlocks);
        if (front > 0)
        {
            AesBitsliced<TLane, TVector>.EncryptBlocks(roundKeys, source[..front], destination);
        }

        if (front < source.Length)
        {
            AesPermute<TLane, TVector>.EncryptBlocks(roundKeys, source[front..], destination[front..]);
        }
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => TLane.HasLookup
        ? AesPermute<Lane128, Vector128<byte>>.RoundVector(roundKeys, block)
        : AesBitsliced<TLane, TVector>.RoundBlock(roundKeys, block);

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length, LongRunBlocksOfWholeRounds);
        if (front > 0)
        {
            AesBitsliced<TLane, TVector>.RoundBlocks(roundKeys, source[..front], destination);
        }

        if (front < source.Length)
        {
            AesPermute<TLane, TVector>.RoundBlocks(roundKeys, source[front..], destination[front..]);
        }
    }

    /// <summary>XORs the source with the key stream from a counter on. Any length; source and destination are the same memory or disjoint. An empty table is no table.</summary>
    public static void XorCounterBlocks<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 number, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        int head = HeadBeforeTable(number, table.IsEmpty, source.Length);
        int front = LongFront(source.Length - head, LongRunBlocks);
        if (head > 0)
        {
            XorFewCounterBlocks<TCounter>(roundKeys, number, source[..head], destination);
        }

        if (front > 0)
        {
            UInt128 first = TCounter.Advance(number, head / BlockSize);
            AesBitsliced<TLane, TVector>.XorCounterBlocks<TCounter>(roundKeys, first, ref table, source.Slice(head, front), destination[head..]);
        }

        int done = head + front;
        if (done < source.Length)
        {
            XorFewCounterBlocks<TCounter>(roundKeys, TCounter.Advance(number, done / BlockSize), source[done..], destination[done..]);
        }
    }

    /// <summary>Returns the number of bytes before the first batch that can be in the table. The vector-permute core is faster for so few.</summary>
    private static int HeadBeforeTable(UInt128 number, bool noTable, int length) =>
        noTable || !TLane.HasLookup || length / BlockSize < LongRunBlocks ? 0 : (-(byte)number & (AesBitsliced<TLane, TVector>.BatchBlocks - 1)) * BlockSize;

    /// <summary>Returns how many of the first bytes the bitsliced core encrypts: whole groups, or all.</summary>
    private static int LongFront(int length, int longRunBlocks)
    {
        if (!TLane.HasLookup)
        {
            return length;
        }

        if (length / BlockSize < longRunBlocks)
        {
            return 0;
        }

        int tail = length % (AesBitsliced<TLane, TVector>.GroupBlocks * BlockSize);
        return tail <= ShortTailBlocks * BlockSize ? length - tail : length;
    }

    private static void XorFewCounterBlocks<TCounter>(
        ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 number, ReadOnlySpan<byte> source, Span<byte> destination)
        where TCounter : struct, ICounter
    {
        Span<Vector128<byte>> blocks = stackalloc Vector128<byte>[ShortBatchBlocks];
        while (!source.IsEmpty)
        {
            int length = Math.Min(source.Length, ShortBatchBlocks * BlockSize);

            // Three blocks take longer than four, five to seven longer than eight.
            int count = (int)BitOperations.RoundUpToPowerOf2((uint)(length + BlockSize - 1) / BlockSize);
            for (int i = 0; i < count; i++)
            {
                blocks[i] = TCounter.ToBlock(number);
                number = TCounter.Advance(number, 1);
            }

            Span<byte> keyStream = MemoryMarshal.AsBytes(blocks[..count]);
            AesPermute<TLane, TVector>.EncryptBlocks(roundKeys, keyStream, keyStream);
            PartialBlock.Xor(source[..length], keyStream, ref MemoryMarshal.GetReference(destination));
            source = source[length..];
            destination = destination[length..];
        }

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(blocks));
    }
}
