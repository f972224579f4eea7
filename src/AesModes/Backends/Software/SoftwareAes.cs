using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Chooses between the two software cores: <see cref="AesPermute"/> for few blocks and for keys, <see cref="AesBitsliced"/> for long
/// runs, and for everything where the machine has no byte shuffle.
/// </summary>
internal static class SoftwareAes
{
    private const int BlockSize = 16;

    /// <summary>Blocks that the vector-permute core is given at once in counter mode.</summary>
    private const int ShortBatchBlocks = 4;

    /// <summary>From how many blocks on the bitsliced core is worth its fixed cost: the planes of the keys.</summary>
    /// <remarks>
    /// AES-128 in counter mode on AMD Zen 5, in cycles, measured once with a throw-away program that called each core by itself:
    ///   blocks                           1     4     8    12    13    16    32    64   128
    ///   vector-permute                 280   450   780  1150  1370  1520  3060  5980 11900
    ///   bitsliced                     1050  1000   970  1350  1370  1350  2520  4800  9270
    ///   vector-permute, no AVX-512     270   460   820  1230  1430  1590  3170  6360 12490
    ///   bitsliced, no AVX-512         1200  1210  1150  1800  1720  1770  3300  6480 12530
    /// The two last are equal there because a logic operation takes two cycles; where it takes one and a machine shuffles once in a
    /// cycle (Intel before Ice Lake), long runs are a quarter quicker bitsliced.
    /// </remarks>
    private static int LongRunBlocks => Lane128.FusesLogic ? 13 : 32;

    /// <summary>The same for whole rounds; without ternary logic never.</summary>
    /// <remarks>
    /// Four rounds on AMD Zen 5, in cycles, measured as above; what is in front of the rounds and behind them weighs more than there:
    ///   blocks                           1     4     8    16    32    64   128
    ///   vector-permute                 131   161   301   616  1206  2430  4892
    ///   bitsliced                      554   522   501   695  1206  2297  4468
    ///   vector-permute, no AVX-512     148   167   329   640  1293  2630  5325
    ///   bitsliced, no AVX-512          619   598   592   851  1584  3083  6061
    /// </remarks>
    private static int LongRunBlocksOfWholeRounds => Lane128.FusesLogic ? 64 : int.MaxValue;

    /// <summary>So many blocks behind whole groups still go to the vector-permute core.</summary>
    /// <remarks>One more bitsliced batch costs 790 cycles, without AVX-512 970; six blocks take 770, eight without AVX-512 820.</remarks>
    private static int ShortTailBlocks => Lane128.FusesLogic ? 6 : 8;

    public static void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys)
    {
        if (AesPermute.IsSupported)
        {
            AesPermute.ExpandKey(key, roundKeys);
        }
        else
        {
            AesBitsliced.ExpandKey(key, roundKeys);
        }
    }

    /// <summary>ECB of whole blocks; source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length, LongRunBlocks);
        if (front > 0)
        {
            AesBitsliced.EncryptBlocks(roundKeys, source[..front], destination);
        }

        if (front < source.Length)
        {
            AesPermute.EncryptBlocks(roundKeys, source[front..], destination[front..]);
        }
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) => AesPermute.IsSupported
        ? AesPermute.RoundBlock(roundKeys, block)
        : AesBitsliced.RoundBlock(roundKeys, block);

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int front = LongFront(source.Length, LongRunBlocksOfWholeRounds);
        if (front > 0)
        {
            AesBitsliced.RoundBlocks(roundKeys, source[..front], destination);
        }

        if (front < source.Length)
        {
            AesPermute.RoundBlocks(roundKeys, source[front..], destination[front..]);
        }
    }

    /// <summary>Counter mode; any length; source and destination are the same memory or disjoint. An empty table is none.</summary>
    public static void XorCounterBlocks<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 number,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
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
            AesBitsliced.XorCounterBlocks<TCounter>(roundKeys, first, ref table, source.Slice(head, front), destination[head..]);
        }

        int done = head + front;
        if (done < source.Length)
        {
            XorFewCounterBlocks<TCounter>(roundKeys, TCounter.Advance(number, done / BlockSize), source[done..], destination[done..]);
        }
    }

    /// <summary>How many bytes in front of the first batch that may be in the table: the vector-permute core is quicker with so few.</summary>
    private static int HeadBeforeTable(UInt128 number, bool noTable, int length) =>
        noTable || !AesPermute.IsSupported || length / BlockSize < LongRunBlocks ? 0 : (-(byte)number & (AesBitsliced.BatchBlocks - 1)) * BlockSize;

    /// <summary>How many bytes at the front the bitsliced core takes: whole groups, unless it takes all.</summary>
    private static int LongFront(int length, int longRunBlocks)
    {
        if (!AesPermute.IsSupported)
        {
            return length;
        }

        if (length / BlockSize < longRunBlocks)
        {
            return 0;
        }

        int tail = length % (AesBitsliced.GroupBlocks * BlockSize);
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
            int count = (length + BlockSize - 1) / BlockSize;

            // Three blocks take longer than four.
            count = count == 3 ? 4 : count;
            for (int i = 0; i < count; i++)
            {
                blocks[i] = TCounter.ToBlock(number);
                number = TCounter.Advance(number, 1);
            }

            Span<byte> keyStream = MemoryMarshal.AsBytes(blocks[..count]);
            AesPermute.EncryptBlocks(roundKeys, keyStream, keyStream);
            Partial.Xor(source[..length], keyStream, ref MemoryMarshal.GetReference(destination));
            source = source[length..];
            destination = destination[length..];
        }

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(blocks));
    }
}
