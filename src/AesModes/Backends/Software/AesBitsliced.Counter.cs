using System.Diagnostics;
using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>Counter mode. Counters are generated as bit planes. With a <see cref="FaceTable"/>, the rounds start from stored planes.</summary>
/// <remarks>
/// The table holds a batch's planes after round 2, at the place given by the low byte of the batch's first counter (a batch of n blocks has n vectors of planes).
/// They are stored as they are, with round key 2 added and ShiftRows² omitted. Batches in the table begin at a multiple of their size, so that none goes beyond the
/// low byte's last value. Bit n of <see cref="FaceTable.Filled"/> is set when the nth of these places is filled, in any order. In round 1 the low byte affects one
/// column, and the four bytes above it affect the three others. In round 2 each column adds its part to the state. So when those four bytes change, all states of
/// the table change by the same difference (FACE, rd2). In each byte of the difference's planes all eight bits are equal, so the planes serve every batch.
/// </remarks>
internal static partial class AesBitsliced<TLane, TVector>
{
    /// <summary>The table holds the state after this many rounds.</summary>
    public const int RoundsInTable = 2;

    /// <summary>XORs the source with the key stream from a counter on. Any length; source and destination are the same memory or disjoint. An empty table is no table.</summary>
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

        // Branches depend on the counter, which is public. The scratch memory has the planes for one value of the counter's upper bytes, at first for none.
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

    /// <summary>Returns the number of blocks in a group if there is a table: up to the next place where a batch can begin, or up to the low byte's last value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int BlocksWithTable(byte low) => low % BatchBlocks != 0
        ? BatchBlocks - (low % BatchBlocks)
        : Math.Min(GroupBlocks, FaceTable.Vectors - low);

    /// <summary>Generates the counters of some batches, with round key 0.</summary>
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
                // The low byte wraps within the batch. This happens once in 256 blocks, and only if the counter did not start at the beginning of a batch.
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

    /// <summary>Loads the states of some batches after round 2 from the table, or computes them and stores them there.</summary>
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

    /// <summary>Prepares the planes for a counter's upper bytes, unless they are there: those for the low byte 0, and the difference from the table's states.</summary>
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

        // The difference is the same for every batch in the table.
        int low = BitOperations.TrailingZeroCount(table.Filled) * BatchBlocks;
        Span<byte> entry = MemoryMarshal.AsBytes(table.Memory.Slice(low, BatchBlocks));
        ref byte state = ref scratch[StateOffset];
        CountInLowByte<TCounter>((byte)low, ref counterPlanes, ref state);
        BeginPlanes(1, scratch);
        AddPlanes(ref state, ref entry[0], ref difference[0]);
    }

    /// <summary>Runs the rounds that the table saves.</summary>
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
