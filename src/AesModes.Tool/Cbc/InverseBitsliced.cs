using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends.Software;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The inverse cipher (FIPS 197 §5.3) on the bit planes of <see cref="AesBitsliced{TLane,TVector}"/>, and CBC decryption with it. It uses only logic, shifts by
/// constants, and shuffles by public constants.
/// </summary>
/// <remarks>
/// The S-box is S(x) = L(1/x) ⊕ 63 with a linear L. The library's circuit is C(x) = L(1/x): a last round of <see cref="AesBitsliced{TLane,TVector}.EncryptPlanes"/>,
/// which then adds a round key. So S⁻¹(y) = 1/L⁻¹(y ⊕ 63) = L⁻¹(C(L⁻¹(y ⊕ 63))).
/// The previous round key includes the 63. It is added before InvMixColumns, which does not change a state of 63s. It is also added before an L⁻¹, so L is applied
/// to it in advance.
/// InvShiftRows is never executed, like ShiftRows in encryption: after round n, a state is ShiftRowsⁿ of FIPS 197's state. Between ShiftRows⁻ⁿ and ShiftRowsⁿ, row r
/// + 1 of column c is row r + 1 of column c − n, for every row alike. ShiftRowsⁿ is applied to round key n, in decryption's order, when its planes are made. After
/// 10 or 14 rounds, ShiftRows² remains to be done; after 12, nothing.
/// </remarks>
internal static class InverseBitsliced<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    private const int BlockSize = 16;
    private const int CacheLine = 64;

    private static int BatchSize => AesBitsliced<TLane, TVector>.BatchSize;

    private static int GroupSize => AesBitsliced<TLane, TVector>.GroupBlocks * BlockSize;

    // A call's stack memory: the planes of a group, its blocks, and the circuit's parked vectors. All of it is derived from key and plaintext, and is cleared.
    private static int BlocksOffset => GroupSize;

    private static int ParkedOffset => BlocksOffset + GroupSize;

    private static int ScratchSize => ParkedOffset + (AesBitsliced<TLane, TVector>.ParkedVectors * TLane.Count * BlockSize);

    /// <summary>The number of bytes that <see cref="SpreadKeys"/> fills.</summary>
    public static int KeySize(int roundKeys) => roundKeys * AesBitsliced<TLane, TVector>.KeySize;

    /// <summary>Converts encryption's round keys to the planes that decryption adds, the last key first.</summary>
    public static void SpreadKeys(ReadOnlySpan<Vector128<byte>> roundKeys, Span<byte> planes)
    {
        Debug.Assert(planes.Length == KeySize(roundKeys.Length));
        int rounds = roundKeys.Length - 1;
        for (int n = 0; n <= rounds; n++)
        {
            Vector128<byte> k = roundKeys[rounds - n];
            if (n % 2 != 0)
            {
                k = Vector128.Shuffle(k, Vector128.Create((byte)0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11));
            }

            if ((n & 2) != 0)
            {
                k = Lane128.ShiftRowsTwice(k);
            }

            if (n < rounds)
            {
                k ^= Vector128.Create((byte)0x63);
            }

            // FIPS 197 §5.1.1: each bit is the sum of itself and the four bits below it, cyclically.
            if (n > 0)
            {
                k ^= RotateLeft(k, 1) ^ RotateLeft(k, 2) ^ RotateLeft(k, 3) ^ RotateLeft(k, 4);
            }

            AesBitsliced<TLane, TVector>.SpreadBlock(k, ref MemoryMarshal.GetReference(planes[KeySize(n)..]));
        }
    }

    /// <summary>Decrypts whole blocks in CBC mode. Source and destination are the same memory or disjoint. The keys are from <see cref="SpreadKeys"/>.</summary>
    [SkipLocalsInit]
    [MethodImpl(Kernel.Options)]
    public static unsafe void Decrypt(ReadOnlySpan<byte> keyPlanes, Vector128<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % BlockSize == 0 && destination.Length == source.Length);
        byte* memory = stackalloc byte[ScratchSize + CacheLine];
        nuint aligned = ((nuint)memory + (CacheLine - 1)) & ~(nuint)(CacheLine - 1);
        Span<byte> scratch = new((byte*)aligned, ScratchSize);
        ref byte state = ref scratch[0];
        Span<byte> blocks = scratch.Slice(BlocksOffset, GroupSize);
        ref byte keys = ref MemoryMarshal.GetReference(keyPlanes);
        int rounds = (keyPlanes.Length / AesBitsliced<TLane, TVector>.KeySize) - 1;
        Vector128<byte> before = iv;
        while (!source.IsEmpty)
        {
            int length = Math.Min(source.Length, GroupSize);
            int batches = (length + BatchSize - 1) / BatchSize;
            source[..length].CopyTo(blocks);
            blocks[length..].Clear();
            for (int batch = 0; batch < batches; batch++)
            {
                AesBitsliced<TLane, TVector>.LoadBlocks(ref blocks[batch * BatchSize], ref keys, ref Unsafe.Add(ref state, batch * BatchSize));
            }

            DecryptPlanes(ref state, ref scratch[ParkedOffset], batches, ref keys, rounds);
            for (int batch = 0; batch < batches; batch++)
            {
                AesBitsliced<TLane, TVector>.StoreBlocks(ref Unsafe.Add(ref state, batch * BatchSize), ref blocks[batch * BatchSize]);
            }

            for (int offset = 0; offset < length; offset += BlockSize)
            {
                // In this order, because source and destination may be the same memory.
                Vector128<byte> ciphertext = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(source), (nuint)offset);
                Vector128<byte> plaintext = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(blocks), (nuint)offset) ^ before;
                plaintext.StoreUnsafe(ref MemoryMarshal.GetReference(destination), (nuint)offset);
                before = ciphertext;
            }

            source = source[length..];
            destination = destination[length..];
        }

        CryptographicOperations.ZeroMemory(scratch);
    }

    /// <summary>Runs all rounds, in place, on the planes of some batches, to which the first key is already added.</summary>
    private static void DecryptPlanes(ref byte state, ref byte parked, int batches, ref byte keys, int rounds)
    {
        UndoAffineMap(ref state, batches);
        ref byte k = ref keys;
        for (int n = 1; n < rounds; n++)
        {
            // A last round without a pending ShiftRows.
            k = ref Unsafe.Add(ref k, AesBitsliced<TLane, TVector>.KeySize);
            AesBitsliced<TLane, TVector>.EncryptPlanes(ref state, ref parked, batches, ref k, 0, 0, lastIsWhole: false);
            UndoMixColumns(ref state, batches, n);
        }

        // After the last round, the same is pending as in encryption, because ShiftRows² is its own inverse.
        k = ref Unsafe.Add(ref k, AesBitsliced<TLane, TVector>.KeySize);
        AesBitsliced<TLane, TVector>.EncryptPlanes(ref state, ref parked, batches, ref k, rounds, rounds, lastIsWhole: false);
        UndoAffineMap(ref state, batches);
    }

    /// <summary>Applies L⁻¹ in place.</summary>
    [MethodImpl(Kernel.Options)]
    private static void UndoAffineMap(ref byte state, int batches)
    {
        for (; batches > 0; batches--)
        {
            Load(ref state, out TVector b0, out TVector b1, out TVector b2, out TVector b3, out TVector b4, out TVector b5, out TVector b6, out TVector b7);
            UndoAffineMap(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Store(ref state, b0, b1, b2, b3, b4, b5, b6, b7);
            state = ref Unsafe.Add(ref state, BatchSize);
        }
    }

    /// <summary>Applies, in place, the steps between the circuits of two rounds: L⁻¹, InvMixColumns after round n, and L⁻¹.</summary>
    /// <remarks>
    /// FIPS 197 §5.3.3's polynomial {03}x³ + {01}x² + {01}x + {02} is MixColumns' polynomial times {04}x² + {05}: x ⊕ 4·(x ⊕ x two rows further), then MixColumns,
    /// as in <see cref="AesBitsliced{TLane,TVector}"/>.
    /// </remarks>
    [MethodImpl(Kernel.Options)]
    private static void UndoMixColumns(ref byte state, int batches, int n)
    {
        int columns = -n & 3;
        TVector mask1 = TLane.LoadBroadcast(ref MemoryMarshal.GetReference(AesBitsliced<TLane, TVector>.NextRowMasks), (nuint)(columns * BlockSize));
        TVector mask2 = TLane.LoadBroadcast(
            ref MemoryMarshal.GetReference(AesBitsliced<TLane, TVector>.SecondRowMasks), (nuint)((columns & 1) * BlockSize));
        for (; batches > 0; batches--)
        {
            Load(ref state, out TVector b0, out TVector b1, out TVector b2, out TVector b3, out TVector b4, out TVector b5, out TVector b6, out TVector b7);
            UndoAffineMap(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);

            // Multiplying by four moves planes up by two. With x⁸ = x⁴ + x³ + x + 1, plane 6 goes to 0, 1, 3 and 4, and plane 7 to 1, 2, 4 and 5.
            TVector t6 = TLane.Xor(b6, TLane.RotateRows(b6, mask2, 2 * columns, 2));
            TVector t7 = TLane.Xor(b7, TLane.RotateRows(b7, mask2, 2 * columns, 2));
            TVector t67 = TLane.Xor(t6, t7);
            b6 = TLane.Xor3(b6, b4, TLane.RotateRows(b4, mask2, 2 * columns, 2));
            b7 = TLane.Xor3(b7, b5, TLane.RotateRows(b5, mask2, 2 * columns, 2));
            b4 = TLane.Xor(TLane.Xor3(b4, b2, TLane.RotateRows(b2, mask2, 2 * columns, 2)), t67);
            b5 = TLane.Xor(TLane.Xor3(b5, b3, TLane.RotateRows(b3, mask2, 2 * columns, 2)), t7);
            b2 = TLane.Xor(TLane.Xor3(b2, b0, TLane.RotateRows(b0, mask2, 2 * columns, 2)), t7);
            b3 = TLane.Xor(TLane.Xor3(b3, b1, TLane.RotateRows(b1, mask2, 2 * columns, 2)), t6);
            b0 = TLane.Xor(b0, t6);
            b1 = TLane.Xor(b1, t67);

            // MixColumns of a plane is t of the plane below (the doubling) plus the rest of the sum: r, the next row, and t two rows further.
            TVector rest7 = RestOfMixColumns(b7, mask1, mask2, columns, out t7);
            TVector rest0 = RestOfMixColumns(b0, mask1, mask2, columns, out TVector t0);
            TVector rest1 = RestOfMixColumns(b1, mask1, mask2, columns, out TVector t1);
            TVector rest2 = RestOfMixColumns(b2, mask1, mask2, columns, out TVector t2);
            TVector rest3 = RestOfMixColumns(b3, mask1, mask2, columns, out TVector t3);
            TVector rest4 = RestOfMixColumns(b4, mask1, mask2, columns, out TVector t4);
            TVector rest5 = RestOfMixColumns(b5, mask1, mask2, columns, out TVector t5);
            TVector rest6 = RestOfMixColumns(b6, mask1, mask2, columns, out t6);
            b0 = TLane.Xor(rest0, t7);
            b1 = TLane.Xor3(rest1, t0, t7);
            b2 = TLane.Xor(rest2, t1);
            b3 = TLane.Xor3(rest3, t2, t7);
            b4 = TLane.Xor3(rest4, t3, t7);
            b5 = TLane.Xor(rest5, t4);
            b6 = TLane.Xor(rest6, t5);
            b7 = TLane.Xor(rest7, t6);

            UndoAffineMap(ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Store(ref state, b0, b1, b2, b3, b4, b5, b6, b7);
            state = ref Unsafe.Add(ref state, BatchSize);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector RestOfMixColumns(TVector b, TVector mask1, TVector mask2, int columns, out TVector t)
    {
        TVector r = TLane.RotateRows(b, mask1, columns, 1);
        t = TLane.Xor(b, r);
        return TLane.Xor(r, TLane.RotateRows(t, mask2, 2 * columns, 2));
    }

    /// <summary>FIPS 197 §5.3.2's affine map without its constant: each bit is the sum of those two, five and seven places on, cyclically.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void UndoAffineMap(
        ref TVector b0, ref TVector b1, ref TVector b2, ref TVector b3, ref TVector b4, ref TVector b5, ref TVector b6, ref TVector b7)
    {
        TVector a0 = TLane.Xor3(b2, b5, b7);
        TVector a1 = TLane.Xor3(b3, b6, b0);
        TVector a2 = TLane.Xor3(b4, b7, b1);
        TVector a3 = TLane.Xor3(b5, b0, b2);
        TVector a4 = TLane.Xor3(b6, b1, b3);
        TVector a5 = TLane.Xor3(b7, b2, b4);
        TVector a6 = TLane.Xor3(b0, b3, b5);
        TVector a7 = TLane.Xor3(b1, b4, b6);
        (b0, b1, b2, b3, b4, b5, b6, b7) = (a0, a1, a2, a3, a4, a5, a6, a7);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Load(
        ref byte state, out TVector b0, out TVector b1, out TVector b2, out TVector b3, out TVector b4, out TVector b5, out TVector b6, out TVector b7)
    {
        b0 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(0));
        b1 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(1));
        b2 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(2));
        b3 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(3));
        b4 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(4));
        b5 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(5));
        b6 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(6));
        b7 = TLane.Load(ref state, AesBitsliced<TLane, TVector>.PlaneOffset(7));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(ref byte state, TVector b0, TVector b1, TVector b2, TVector b3, TVector b4, TVector b5, TVector b6, TVector b7)
    {
        TLane.Store(b0, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(0));
        TLane.Store(b1, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(1));
        TLane.Store(b2, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(2));
        TLane.Store(b3, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(3));
        TLane.Store(b4, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(4));
        TLane.Store(b5, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(5));
        TLane.Store(b6, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(6));
        TLane.Store(b7, ref state, AesBitsliced<TLane, TVector>.PlaneOffset(7));
    }

    private static Vector128<byte> RotateLeft(Vector128<byte> value, int count) => (value << count) | (value >>> (8 - count));
}
