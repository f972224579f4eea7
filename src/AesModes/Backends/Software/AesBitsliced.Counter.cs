using System.Diagnostics;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// Counter mode: counters are made as bit planes, and with <see cref="FaceTable"/> the rounds start from planes that are there already.
/// </summary>
/// <remarks>
/// The table has a batch's planes after round 2 where the low byte of its first counter says (a batch of n blocks is n vectors of
/// planes), as they stand there: with round key 2 added and ShiftRows² owed. Batches in it begin at a multiple of their size, so that
/// none reaches beyond the low byte's last value; bit n of <see cref="FaceTable.Filled"/> is set when the nth of these places is filled,
/// whatever calls have left out between. Round 1 takes the low byte to one column and the four bytes above it to the three others; in
/// round 2 each column adds its part to the state. So when those four change, all states of the table change by the same difference
/// (FACE, rd2), whose planes have eight equal bits in a byte and serve every batch.
/// </remarks>
internal static partial class AesBitsliced<TLane, TVector>
{
    /// <summary>After so many rounds the table has the state.</summary>
    public const int RoundsInTable = 2;

    /// <summary>
    /// The key stream of that counter and the following ones, added to the source. Any length; source and destination are the same memory
    /// or disjoint. An empty table is none.
    /// </summary>
    [MethodImpl(Kernel.Options)]
    public static unsafe void XorCounterBlocks<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, UInt128 number, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter
    {
        Debug.Assert(destination.Length >= source.Length && (table.IsEmpty || table.Memory.Length == FaceTable.Size));
        byte* memory = stackalloc byte[ScratchSize + CacheLine];
        Span<byte> scratch = AlignScratch(memory);
        Span<byte> blocks = scratch.Slice(BlocksOffset, BatchSize);
        ref byte keys = ref scratch[0];
        ref byte state = ref scratch[StateOffset];
        int rounds = roundKeys.Length - 1;
        SpreadKeys(roundKeys, 0, ref keys);

        // Branches here are on the counter, which is public. What belongs to its upper bytes is in the scratch for one value of them; at
        // first for none.
        UInt128 segment = UInt128.MaxValue;
        while (!source.IsEmpty)
        {
            int length = Math.Min(source.Length, table.IsEmpty ? GroupSize : BlocksWithTable((byte)number) * BlockSize);
            int batches = (length + BatchSize - 1) / BatchSize;
            int round = 1;
            if (table.IsEmpty || (byte)number % BatchBlocks != 0)
            {
                CountBatches<TCounter>(roundKeys[0], number, batches, ref segment, ref table, scratch);
            }
            else
            {
                LoadOrFill<TCounter>(roundKeys[0], number, batches, ref segment, ref table, scratch);
                round += RoundsInTable;
            }

            ref byte key = ref Unsafe.Add(ref keys, round * KeySize);
            EncryptPlanes(ref state, ref scratch[ParkedOffset], batches, ref key, round, rounds, lastIsWhole: false);
            for (int offset = 0; offset < length; offset += BatchSize)
            {
                ReadOnlySpan<byte> batch = source[offset..length];
                if (batch.Length < BatchSize)
                {
                    StoreBlocks(ref Unsafe.Add(ref state, offset), ref blocks[0]);
                    PartialBlock.Xor(batch, blocks, ref destination[offset]);
                }
                else
                {
                    XorBlocks(ref Unsafe.Add(ref state, offset), ref MemoryMarshal.GetReference(batch), ref destination[offset]);
                }
            }

            number = TCounter.Advance(number, (length + BlockSize - 1) / BlockSize);
            source = source[length..];
            destination = destination[length..];
        }

        CryptographicOperations.ZeroMemory(scratch);
    }

    /// <summary>A group's blocks where there is a table: up to where a batch in it may begin, or up to the low byte's last value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int BlocksWithTable(byte low) => low % BatchBlocks != 0
        ? BatchBlocks - (low % BatchBlocks)
        : Math.Min(GroupBlocks, FaceTable.Vectors - low);

    /// <summary>Some batches' counters, with round key 0.</summary>
    [MethodImpl(Kernel.Options)]
    private static void CountBatches<TCounter>(
        Vector128<byte> key0, UInt128 number, int batches, ref UInt128 segment, ref FaceTable table, Span<byte> scratch)
        where TCounter : struct, ICounter
    {
        ref byte state = ref scratch[StateOffset];
        for (; batches > 0; batches--)
        {
            if ((byte)number <= byte.MaxValue + 1 - BatchBlocks)
            {
                Enter<TCounter>(key0, number, ref segment, ref table, scratch);
                CountInLowByte<TCounter>((byte)number, ref scratch[CounterOffset], ref state);
            }
            else
            {
                // The low byte wraps within the batch: once in 256 blocks, and only if the counter started between batches.
                Span<byte> blocks = scratch.Slice(BlocksOffset, BatchSize);
                for (int i = 0; i < BatchBlocks; i++)
                {
                    TCounter.ToBlock(TCounter.Advance(number, i)).CopyTo(blocks[(i * BlockSize)..]);
                }

                LoadBlocks(ref blocks[0], ref scratch[0], ref state);
            }

            number = TCounter.Advance(number, BatchBlocks);
            state = ref Unsafe.Add(ref state, BatchSize);
        }
    }

    /// <summary>Some batches' states after round 2: out of the table, or into it as well.</summary>
    [MethodImpl(Kernel.Options)]
    public static void LoadOrFill<TCounter>(
        Vector128<byte> key0, UInt128 number, int batches, ref UInt128 segment, ref FaceTable table, Span<byte> scratch)
        where TCounter : struct, ICounter
    {
        Enter<TCounter>(key0, number, ref segment, ref table, scratch);
        int low = (byte)number;
        int places = ((1 << batches) - 1) << (low / BatchBlocks);
        ref byte difference = ref scratch[DifferenceOffset];
        ref byte states = ref scratch[StateOffset];
        Span<byte> entries = MemoryMarshal.AsBytes(table.Memory.Slice(low, batches * BatchBlocks)); // public: counter byte
        if ((table.Filled & places) == places)
        {
            for (int offset = 0; offset < entries.Length; offset += BatchSize)
            {
                AddPlanes(ref entries[offset], ref difference, ref Unsafe.Add(ref states, offset));
            }
        }
        else
        {
            CountBatches<TCounter>(key0, number, batches, ref segment, ref table, scratch);
            BeginPlanes(batches, scratch);
            for (int offset = 0; offset < entries.Length; offset += BatchSize)
            {
                AddPlanes(ref Unsafe.Add(ref states, offset), ref difference, ref entries[offset]);
            }

            table.Filled |= places;
        }
    }

    /// <summary>What belongs to a counter's upper bytes, unless it is there: planes for the low byte 0, and the difference to the table's.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Enter<TCounter>(Vector128<byte> key0, UInt128 number, ref UInt128 segment, ref FaceTable table, Span<byte> scratch)
        where TCounter : struct, ICounter
    {
        if (segment != number >> 8)
        {
            segment = number >> 8;
            EnterSegment<TCounter>(key0, number, ref table, scratch);
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void EnterSegment<TCounter>(Vector128<byte> key0, UInt128 number, ref FaceTable table, Span<byte> scratch)
        where TCounter : struct, ICounter
    {
        ref byte counterPlanes = ref scratch[CounterOffset];
        SpreadBlock(TCounter.ToBlock(number - (byte)number) ^ key0, ref counterPlanes);
        if (table.IsEmpty)
        {
            return;
        }

        table.Enter(number);
        Span<byte> difference = scratch.Slice(DifferenceOffset, BatchSize);
        if (table.Origin >> 8 == number >> 8)
        {
            difference.Clear();
            return;
        }

        // That of any batch in the table.
        int low = BitOperations.TrailingZeroCount(table.Filled) * BatchBlocks;
        Span<byte> entry = MemoryMarshal.AsBytes(table.Memory.Slice(low, BatchBlocks));
        ref byte state = ref scratch[StateOffset];
        CountInLowByte<TCounter>((byte)low, ref counterPlanes, ref state);
        BeginPlanes(1, scratch);
        AddPlanes(ref state, ref entry[0], ref difference[0]);
    }

    /// <summary>The rounds that the table saves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void BeginPlanes(int batches, Span<byte> scratch) =>
        EncryptPlanes(ref scratch[StateOffset], ref scratch[ParkedOffset], batches, ref scratch[KeySize], 1, RoundsInTable, lastIsWhole: true);

    [MethodImpl(Kernel.Options)]
    private static void AddPlanes(ref byte left, ref byte right, ref byte sum)
    {
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(0)), TLane.Load(ref right, PlaneOffset(0))), ref sum, PlaneOffset(0));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(1)), TLane.Load(ref right, PlaneOffset(1))), ref sum, PlaneOffset(1));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(2)), TLane.Load(ref right, PlaneOffset(2))), ref sum, PlaneOffset(2));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(3)), TLane.Load(ref right, PlaneOffset(3))), ref sum, PlaneOffset(3));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(4)), TLane.Load(ref right, PlaneOffset(4))), ref sum, PlaneOffset(4));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(5)), TLane.Load(ref right, PlaneOffset(5))), ref sum, PlaneOffset(5));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(6)), TLane.Load(ref right, PlaneOffset(6))), ref sum, PlaneOffset(6));
        TLane.Store(TLane.Xor(TLane.Load(ref left, PlaneOffset(7)), TLane.Load(ref right, PlaneOffset(7))), ref sum, PlaneOffset(7));
    }
}
