using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>Counter mode (SP 800-38A) on AES instructions, with <see cref="FaceTable"/>: from the 257th block on eight rounds of ten.</summary>
/// <remarks>
/// Needs AES instructions. Source and destination: same length, same memory or disjoint. The table's entries are states after round 2 as
/// <see cref="IRounds"/> has them between rounds, so that no instruction is needed to settle what one owes.
/// </remarks>
internal static class FaceBlocks<TRounds>
    where TRounds : struct, IRounds
{
    private const int BlockSize = 16;
    private const int BatchSize = 8 * BlockSize;

    /// <summary>Any length; the last block may be short.</summary>
    public static void Xor(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        Debug.Assert(destination.Length == source.Length);
        while (!source.IsEmpty)
        {
            int length;
            if (table.IsEmpty)
            {
                length = RunLength(counter, source);
                AesBlocks<TRounds>.XorKeyStream<LastByteCounter>(roundKeys, FaceTable.ToBlock(counter), source[..length], destination[..length]);
            }
            else
            {
                table.Enter(counter);
                if (table.Filled < FaceTable.Vectors)
                {
                    length = Math.Min(RunLength(counter, source), (FaceTable.Vectors - table.Filled) * BlockSize);
                    XorAndFill(roundKeys, counter, ref table, source[..length], destination[..length]);
                }
                else
                {
                    length = (int)Math.Min(source.Length, ((1L << 40) - (long)((ulong)counter & ((1UL << 40) - 1))) * BlockSize);
                    XorFromTable(roundKeys, (ulong)(counter >> 64), (ulong)counter, table.Memory, table.First, source[..length], destination[..length]);
                }
            }

            counter += (uint)(length + BlockSize - 1) / BlockSize;
            source = source[length..];
            destination = destination[length..];
        }
    }

    /// <summary>As far as only the last byte of the counter changes, in bytes.</summary>
    private static int RunLength(UInt128 counter, ReadOnlySpan<byte> source) =>
        Math.Min(source.Length, (FaceTable.Vectors - (byte)counter) * BlockSize);

    private static void XorAndFill(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        UInt128 counter,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        // What all of this run's states differ by from those in the table: that of one of them.
        Vector128<byte> difference = table.Filled == 0
            ? Vector128<byte>.Zero
            : BeginOne(roundKeys, FaceTable.ToBlock((counter & ~(UInt128)0xFF) | (uint)table.First)) ^ table.Memory[table.First];
        XorAndFill(roundKeys, FaceTable.ToBlock(counter), difference, table.Memory[(byte)counter..], source, destination);
        table.Filled += (source.Length + BlockSize - 1) / BlockSize;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> BeginOne(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block) =>
        Blocks<TRounds, One>.BeginOne(ref MemoryMarshal.GetReference(roundKeys), block);

    /// <summary>Encrypts and fills the table, from its begin on.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorAndFill(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> counter,
        Vector128<byte> difference,
        Span<Vector128<byte>> table,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref byte entries = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(table));
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        nuint length = (nuint)source.Length;
        nuint offset = 0;
        for (; length - offset >= BatchSize; offset += BatchSize)
        {
            Blocks<TRounds, Eight> blocks = Blocks<TRounds, Eight>.Count<LastByteCounter>(counter);
            blocks.BeginEncryption(ref k);
            Blocks<TRounds, Eight> states = blocks;
            states.Add(difference);
            states.Store(ref entries, offset);
            blocks.EndEncryption(ref k, rounds);
            blocks.StoreXor(ref from, ref to, offset);
            counter = LastByteCounter.Advance(counter, 8);
        }

        // Each of the rest too has to get into the table: the counters go on where this call ends.
        for (; offset < length; offset += BlockSize)
        {
            Blocks<TRounds, One> block = Blocks<TRounds, One>.Count<LastByteCounter>(counter);
            block.BeginEncryption(ref k);
            Blocks<TRounds, One> state = block;
            state.Add(difference);
            state.Store(ref entries, offset);
            block.EndEncryption(ref k, rounds);
            if (length - offset >= BlockSize)
            {
                block.StoreXor(ref from, ref to, offset);
            }
            else
            {
                XorPart(block.First, source[(int)offset..], ref Unsafe.Add(ref to, offset));
            }

            counter = LastByteCounter.Advance(counter, 1);
        }
    }

    /// <summary>Encrypts from a full table, as long as the counter's upper eleven bytes stay as they are.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorFromTable(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        ulong counterHigh,
        ulong counterLow,
        ReadOnlySpan<Vector128<byte>> table,
        int first,
        ReadOnlySpan<byte> source,
        Span<byte> destination)
    {
        ref Vector128<byte> k = ref MemoryMarshal.GetReference(roundKeys);
        int rounds = roundKeys.Length - 1;
        ref Vector128<byte> entries = ref MemoryMarshal.GetReference(table);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector128<byte> entry = Unsafe.Add(ref entries, first);
        ulong run = (counterLow & ~0xFFul) | (uint)first;
        Vector128<byte> next = Blocks<TRounds, One>.BeginOne(ref k, FaceTable.ToBlock(counterHigh, run)) ^ entry;
        nuint length = (nuint)source.Length;
        nuint offset = 0;
        nuint low = (byte)counterLow;
        while (true)
        {
            // The next run's difference is there long before it is needed.
            Vector128<byte> difference = next;
            run += FaceTable.Vectors;
            next = Blocks<TRounds, One>.BeginOne(ref k, FaceTable.ToBlock(counterHigh, run)) ^ entry;
            ref byte states = ref Unsafe.As<Vector128<byte>, byte>(ref Unsafe.Add(ref entries, low));
            nuint end = Math.Min(length, offset + ((FaceTable.Vectors - low) * BlockSize));
            for (; end - offset >= BatchSize; offset += BatchSize)
            {
                Blocks<TRounds, Eight> blocks = Blocks<TRounds, Eight>.Load(ref states, 0);
                blocks.Add(difference);
                blocks.EndEncryption(ref k, rounds);
                blocks.StoreXor(ref from, ref to, offset);
                states = ref Unsafe.Add(ref states, BatchSize);
            }

            for (; offset < end; offset += BlockSize)
            {
                Blocks<TRounds, One> block = Blocks<TRounds, One>.Load(ref states, 0);
                block.Add(difference);
                block.EndEncryption(ref k, rounds);
                states = ref Unsafe.Add(ref states, BlockSize);
                if (end - offset < BlockSize)
                {
                    XorPart(block.First, source[(int)offset..], ref Unsafe.Add(ref to, offset));
                    return;
                }

                block.StoreXor(ref from, ref to, offset);
            }

            if (offset == length)
            {
                return;
            }

            low = 0;
        }
    }

    private static void XorPart(Vector128<byte> keyStream, ReadOnlySpan<byte> source, ref byte destination) =>
        Partial.Store(Partial.Load(source) ^ keyStream, ref destination, source.Length);
}
