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
            // A run in which only the last byte changes.
            int low = (byte)counter;
            int length = Math.Min(source.Length, (FaceTable.Vectors - low) * BlockSize);
            Vector128<byte> block = FaceTable.ToBlock(counter);
            if (table.IsEmpty)
            {
                AesBlocks<TRounds>.XorKeyStream<LastByteCounter>(roundKeys, block, source[..length], destination[..length]);
            }
            else
            {
                table.Enter(counter);
                XorRun(roundKeys, block, low, ref table, source[..length], destination[..length]);
            }

            counter += (uint)(length + BlockSize - 1) / BlockSize;
            source = source[length..];
            destination = destination[length..];
        }
    }

    private static void XorRun(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> block,
        int low,
        ref FaceTable table,
        scoped ReadOnlySpan<byte> source,
        scoped Span<byte> destination)
    {
        // What all of this run's states differ by from those in the table: that of one of them.
        Vector128<byte> difference = table.Filled == 0
            ? Vector128<byte>.Zero
            : BeginOne(roundKeys, LastByteCounter.Advance(block, (byte)(table.First - low))) ^ table.Memory[table.First];
        int toFill = Math.Min(FaceTable.Vectors - table.Filled, (source.Length + BlockSize - 1) / BlockSize);
        int filled = Math.Min(toFill * BlockSize, source.Length);
        if (toFill > 0)
        {
            XorAndFill(roundKeys, block, difference, table.Memory[low..], source[..filled], destination[..filled]);
            table.Filled += toFill;
        }

        if (filled < source.Length)
        {
            XorFromTable(roundKeys, difference, table.Memory[(low + toFill)..], source[filled..], destination[filled..]);
        }
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

    /// <summary>Encrypts from the table, from its begin on.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorFromTable(
        ReadOnlySpan<Vector128<byte>> roundKeys,
        Vector128<byte> difference,
        ReadOnlySpan<Vector128<byte>> table,
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
            Blocks<TRounds, Eight> blocks = Blocks<TRounds, Eight>.Load(ref entries, offset);
            blocks.Add(difference);
            blocks.EndEncryption(ref k, rounds);
            blocks.StoreXor(ref from, ref to, offset);
        }

        for (; offset < length; offset += BlockSize)
        {
            Blocks<TRounds, One> block = Blocks<TRounds, One>.Load(ref entries, offset);
            block.Add(difference);
            block.EndEncryption(ref k, rounds);
            if (length - offset >= BlockSize)
            {
                block.StoreXor(ref from, ref to, offset);
            }
            else
            {
                XorPart(block.First, source[(int)offset..], ref Unsafe.Add(ref to, offset));
            }
        }
    }

    private static void XorPart(Vector128<byte> keyStream, ReadOnlySpan<byte> source, ref byte destination) =>
        Partial.Store(Partial.Load(source) ^ keyStream, MemoryMarshal.CreateSpan(ref destination, source.Length));
}
