using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AesModes.Backends.Software;

/// <summary>Converts round keys, blocks and counters to bit planes, and blocks back.</summary>
internal static partial class AesBitsliced<TLane, TVector>
{
    /// <summary>Every byte of a lane is the lane's number.</summary>
    private static ReadOnlySpan<byte> LaneNumbers =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    ];

    /// <summary>Converts the keys of the given round and the following ones to planes.</summary>
    [MethodImpl(Kernel.Options)]
    public static void SpreadKeys(ReadOnlySpan<Vector128<byte>> roundKeys, int round, ref byte planes)
    {
        Debug.Assert(roundKeys.Length + round <= MaxRoundKeys);
        foreach (Vector128<byte> roundKey in roundKeys)
        {
            // Applies ShiftRows to the power of -round. The fourth power is the identity. The last key is no exception, because the omitted ShiftRows² is applied
            // after its addition.
            Vector128<byte> k = roundKey;
            if (round % 2 != 0)
            {
                Vector128<byte> mask = Vector128.Create((byte)0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3);
                k = Lane128.HasLookup ? Lane128.Lookup(k, mask) : Vector128.Shuffle(k, mask);
            }

            if ((round & 2) != 0)
            {
                k = Lane128.ShiftRowsTwice(k);
            }

            if (round > 0)
            {
                k ^= Vector128.Create((byte)0x63);
            }

            SpreadBlock(k, ref planes);
            planes = ref Unsafe.Add(ref planes, KeySize);
            round++;
        }
    }

    /// <summary>Writes the planes of eight copies of a block. Every byte is 00 or FF.</summary>
    /// <remarks>It subtracts, because a compare would be a branch without vector units.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SpreadBlock(Vector128<byte> block, ref byte planes, nuint planeSize = BlockSize)
    {
        SpreadBit(block, 0).StoreUnsafe(ref planes, 0 * planeSize);
        SpreadBit(block, 1).StoreUnsafe(ref planes, 1 * planeSize);
        SpreadBit(block, 2).StoreUnsafe(ref planes, 2 * planeSize);
        SpreadBit(block, 3).StoreUnsafe(ref planes, 3 * planeSize);
        SpreadBit(block, 4).StoreUnsafe(ref planes, 4 * planeSize);
        SpreadBit(block, 5).StoreUnsafe(ref planes, 5 * planeSize);
        SpreadBit(block, 6).StoreUnsafe(ref planes, 6 * planeSize);
        SpreadBit(block, 7).StoreUnsafe(ref planes, 7 * planeSize);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SpreadBit(Vector128<byte> block, [ConstantExpected] int bit) =>
        Vector128<byte>.Zero - ((block.AsUInt64() >>> bit).AsByte() & Vector128.Create((byte)1));

    /// <summary>Generates a batch of counter blocks that differ in the low byte only, with round key 0 added. It computes only that byte's planes; the others are given.</summary>
    [MethodImpl(Kernel.Options)]
    private static void CountInLowByte<TCounter>(byte first, ref byte counterPlanes, ref byte state)
        where TCounter : struct, ICounter
    {
        // Byte n of both halves of a lane becomes the low byte of the lane's block n, which is block n·lanes + lane of the batch. No byte overflows. After
        // transposition as a matrix of 8 × 8 bits, byte b belongs to plane b.
        ulong firstLane = (0x0706_0504_0302_0100ul * (uint)TLane.Count) + (first * 0x0101_0101_0101_0101ul);
        TVector x = TLane.Add(TLane.Create(firstLane, firstLane), TLane.Load(ref MemoryMarshal.GetReference(LaneNumbers), 0));
        x = SwapWithin(x, 7, 0x00AA_00AA_00AA_00AA);
        x = SwapWithin(x, 14, 0x0000_CCCC_0000_CCCC);
        x = SwapWithin(x, 28, 0x0000_0000_F0F0_F0F0);
        CountInPlane<TCounter>(ref state, ref counterPlanes, 0, TCounter.IsLittleEndian ? x : TLane.ShiftLeft(x, 56));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 1, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 8) : TLane.ShiftLeft(x, 48));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 2, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 16) : TLane.ShiftLeft(x, 40));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 3, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 24) : TLane.ShiftLeft(x, 32));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 4, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 32) : TLane.ShiftLeft(x, 24));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 5, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 40) : TLane.ShiftLeft(x, 16));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 6, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 48) : TLane.ShiftLeft(x, 8));
        CountInPlane<TCounter>(ref state, ref counterPlanes, 7, TCounter.IsLittleEndian ? TLane.ShiftRight(x, 56) : x);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CountInPlane<TCounter>(ref byte state, ref byte counterPlanes, int bit, TVector lowByte)
        where TCounter : struct, ICounter
    {
        TVector place = TCounter.IsLittleEndian ? TLane.Create(0xFF, 0) : TLane.Create(0, 0xFFul << 56);
        TVector plane = TLane.LoadBroadcast(ref counterPlanes, (nuint)(bit * BlockSize));
        TLane.Store(TLane.AndXor(lowByte, place, plane), ref state, PlaneOffset(bit));
    }

    /// <summary>Exchanges the mask's bits of each 64-bit element with the bits that are <paramref name="distance"/> places above them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector SwapWithin(TVector x, [ConstantExpected] int distance, ulong mask)
    {
        TVector difference = TLane.And(TLane.Xor(x, TLane.ShiftRight(x, distance)), TLane.Create(mask, mask));
        return TLane.Xor3(x, difference, TLane.ShiftLeft(difference, distance));
    }

    /// <summary>Converts a batch of blocks to planes, and adds round key 0.</summary>
    [MethodImpl(Kernel.Options)]
    public static void LoadBlocks(ref byte source, ref byte key, ref byte state)
    {
        TVector b0 = TLane.Load(ref source, PlaneOffset(0));
        TVector b1 = TLane.Load(ref source, PlaneOffset(1));
        TVector b2 = TLane.Load(ref source, PlaneOffset(2));
        TVector b3 = TLane.Load(ref source, PlaneOffset(3));
        TVector b4 = TLane.Load(ref source, PlaneOffset(4));
        TVector b5 = TLane.Load(ref source, PlaneOffset(5));
        TVector b6 = TLane.Load(ref source, PlaneOffset(6));
        TVector b7 = TLane.Load(ref source, PlaneOffset(7));
        Transpose(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
        StorePlane(b0, owed: false, ref state, ref key, 0);
        StorePlane(b1, owed: false, ref state, ref key, 1);
        StorePlane(b2, owed: false, ref state, ref key, 2);
        StorePlane(b3, owed: false, ref state, ref key, 3);
        StorePlane(b4, owed: false, ref state, ref key, 4);
        StorePlane(b5, owed: false, ref state, ref key, 5);
        StorePlane(b6, owed: false, ref state, ref key, 6);
        StorePlane(b7, owed: false, ref state, ref key, 7);
    }

    /// <summary>Converts planes to a batch of blocks.</summary>
    public static void StoreBlocks(ref byte state, ref byte destination)
    {
        MemoryMarshal.CreateSpan(ref destination, BatchSize).Clear();
        XorBlocks(ref state, ref destination, ref destination);
    }

    /// <summary>Converts planes to a batch of blocks, and XORs them with the source.</summary>
    [MethodImpl(Kernel.Options)]
    private static void XorBlocks(ref byte state, ref byte source, ref byte destination)
    {
        TVector b0 = TLane.Load(ref state, PlaneOffset(0));
        TVector b1 = TLane.Load(ref state, PlaneOffset(1));
        TVector b2 = TLane.Load(ref state, PlaneOffset(2));
        TVector b3 = TLane.Load(ref state, PlaneOffset(3));
        TVector b4 = TLane.Load(ref state, PlaneOffset(4));
        TVector b5 = TLane.Load(ref state, PlaneOffset(5));
        TVector b6 = TLane.Load(ref state, PlaneOffset(6));
        TVector b7 = TLane.Load(ref state, PlaneOffset(7));
        Transpose(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
        TLane.Store(TLane.Xor(b0, TLane.Load(ref source, PlaneOffset(0))), ref destination, PlaneOffset(0));
        TLane.Store(TLane.Xor(b1, TLane.Load(ref source, PlaneOffset(1))), ref destination, PlaneOffset(1));
        TLane.Store(TLane.Xor(b2, TLane.Load(ref source, PlaneOffset(2))), ref destination, PlaneOffset(2));
        TLane.Store(TLane.Xor(b3, TLane.Load(ref source, PlaneOffset(3))), ref destination, PlaneOffset(3));
        TLane.Store(TLane.Xor(b4, TLane.Load(ref source, PlaneOffset(4))), ref destination, PlaneOffset(4));
        TLane.Store(TLane.Xor(b5, TLane.Load(ref source, PlaneOffset(5))), ref destination, PlaneOffset(5));
        TLane.Store(TLane.Xor(b6, TLane.Load(ref source, PlaneOffset(6))), ref destination, PlaneOffset(6));
        TLane.Store(TLane.Xor(b7, TLane.Load(ref source, PlaneOffset(7))), ref destination, PlaneOffset(7));
    }

    /// <summary>Exchanges bit b of block n with bit n of block b. This converts blocks to planes, and is its own inverse.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Transpose(
        ref TVector b0, ref TVector b1, ref TVector b2, ref TVector b3, ref TVector b4, ref TVector b5, ref TVector b6, ref TVector b7)
    {
        const ulong Mask1 = 0x5555_5555_5555_5555;
        Swap(ref b0, ref b1, 1, Mask1);
        Swap(ref b2, ref b3, 1, Mask1);
        Swap(ref b4, ref b5, 1, Mask1);
        Swap(ref b6, ref b7, 1, Mask1);
        const ulong Mask2 = 0x3333_3333_3333_3333;
        Swap(ref b0, ref b2, 2, Mask2);
        Swap(ref b1, ref b3, 2, Mask2);
        Swap(ref b4, ref b6, 2, Mask2);
        Swap(ref b5, ref b7, 2, Mask2);
        const ulong Mask4 = 0x0F0F_0F0F_0F0F_0F0F;
        Swap(ref b0, ref b4, 4, Mask4);
        Swap(ref b1, ref b5, 4, Mask4);
        Swap(ref b2, ref b6, 4, Mask4);
        Swap(ref b3, ref b7, 4, Mask4);
    }

    /// <summary>Exchanges the mask's bits of <paramref name="upper"/> with the bits of <paramref name="lower"/> that are <paramref name="distance"/> places above them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Swap(ref TVector lower, ref TVector upper, [ConstantExpected] int distance, ulong mask)
    {
        TVector difference = TLane.And(TLane.Xor(TLane.ShiftRight(lower, distance), upper), TLane.Create(mask, mask));
        upper = TLane.Xor(upper, difference);
        lower = TLane.Xor(lower, TLane.ShiftLeft(difference, distance));
    }
}
