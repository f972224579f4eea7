using System.Diagnostics;
using System.Runtime.Intrinsics.Wasm;

namespace AesModes.Backends.Software;

/// <summary>The rounds of <see cref="AesPermute"/> for WebAssembly, four blocks at a time. A round computes the same as in <see cref="AesPermute{TLane,TVector}"/>.</summary>
/// <remarks>
/// .NET's runtime for WebAssembly keeps every local in memory, so each operation loads its operands and stores its result. Four blocks hide that latency. The tables
/// are locals, set before the loops: the runtime copies a constant that it sees into each use, and engines build it anew there. No branch and no address depends on
/// a block or a key, because a lookup is i8x16.swizzle, both in the interpreter and in compiled traces.
/// </remarks>
internal static class AesPermuteWasm
{
    /// <summary>Four blocks go through the rounds together.</summary>
    private const int GroupSize = 4 * BlockSize;

    /// <summary>A constant on every platform.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => PackedSimd.IsSupported;
    }

    /// <summary>Encrypts whole blocks. Source and destination are the same memory or disjoint.</summary>
    /// <param name="keys">The round keys.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="whole">Whether the rounds are whole (<see cref="IWholeRounds"/>): there is no key before them, and the last round mixes columns too.</param>
    /// <param name="source">The blocks.</param>
    /// <param name="destination">Receives the result.</param>
    /// <param name="length">A multiple of 16, not 0.</param>
    [MethodImpl(Kernel.Options)]
    public static void Encrypt(ref Vector128<byte> keys, int rounds, bool whole, ref byte source, ref byte destination, nuint length)
    {
        Debug.Assert(IsSupported && length > 0 && length % BlockSize == 0);
        nuint last = length - BlockSize;
        Vector128<byte> mask = Vector128.Create((byte)0x0F);
        Vector128<byte> aOver = AesPermute.AOver;
        Vector128<byte> inverse = AesPermute.Inverse;
        Vector128<byte> shift0 = AesPermute.ShiftRows;
        Vector128<byte> shift1 = AesPermute.ShiftRowsRotate1;
        Vector128<byte> shift2 = AesPermute.ShiftRowsRotate2;
        Vector128<byte> shift3 = AesPermute.ShiftRowsRotate3;
        Vector128<byte> toTowerLow = AesPermute.ToTowerLow;
        Vector128<byte> toTowerHigh = AesPermute.ToTowerHigh;
        Vector128<byte> keyLow = AesPermute.KeyLow;
        Vector128<byte> constant = Vector128.Create((byte)0x63);
        Vector128<byte> firstKey = whole ? Vector128<byte>.Zero : keys;
        ref Vector128<byte> roundKeys = ref whole ? ref keys : ref Unsafe.Add(ref keys, 1);
        int wholeRounds = whole ? rounds : rounds - 1;
        for (nuint at = 0; at < length; at += GroupSize)
        {
            // A short group encrypts the last block several times, and stores its result as often. That takes less time than a separate kernel.
            nuint at1 = nuint.Min(at + BlockSize, last);
            nuint at2 = nuint.Min(at + (2 * BlockSize), last);
            nuint at3 = nuint.Min(at + (3 * BlockSize), last);
            Vector128<byte> x0 = Vector128.LoadUnsafe(ref source, at) ^ firstKey;
            Vector128<byte> x1 = Vector128.LoadUnsafe(ref source, at1) ^ firstKey;
            Vector128<byte> x2 = Vector128.LoadUnsafe(ref source, at2) ^ firstKey;
            Vector128<byte> x3 = Vector128.LoadUnsafe(ref source, at3) ^ firstKey;
            x0 = Lookup(toTowerLow, x0 & mask) ^ Lookup(toTowerHigh, x0 >>> 4);
            x1 = Lookup(toTowerLow, x1 & mask) ^ Lookup(toTowerHigh, x1 >>> 4);
            x2 = Lookup(toTowerLow, x2 & mask) ^ Lookup(toTowerHigh, x2 >>> 4);
            x3 = Lookup(toTowerLow, x3 & mask) ^ Lookup(toTowerHigh, x3 >>> 4);
            Vector128<byte> tableU = AesPermute.U1;
            Vector128<byte> tableV = AesPermute.V1;
            Vector128<byte> tableU2 = AesPermute.U2;
            Vector128<byte> tableV2 = AesPermute.V2;
            for (int round = 0; ; round++)
            {
                bool leave = round >= rounds - 1;
                Vector128<byte> key = Unsafe.Add(ref roundKeys, round);
                Vector128<byte> towerKey = Lookup(keyLow, key & mask) ^ Lookup(toTowerHigh, key >>> 4);
                if (leave)
                {
                    tableU = AesPermute.ULast;
                    tableV = AesPermute.VLast;
                    tableU2 = AesPermute.U2Last;
                    tableV2 = AesPermute.V2Last;
                    towerKey = key ^ constant;
                }

                // 1/u and 1/v, which the remarks of AesPermute define.
                Vector128<byte> i0 = x0 >>> 4;
                Vector128<byte> i1 = x1 >>> 4;
                Vector128<byte> i2 = x2 >>> 4;
                Vector128<byte> i3 = x3 >>> 4;
                x0 &= mask;
                x1 &= mask;
                x2 &= mask;
                x3 &= mask;
                Vector128<byte> j0 = i0 ^ x0;
                Vector128<byte> j1 = i1 ^ x1;
                Vector128<byte> j2 = i2 ^ x2;
                Vector128<byte> j3 = i3 ^ x3;
                x0 = Lookup(aOver, x0);
                x1 = Lookup(aOver, x1);
                x2 = Lookup(aOver, x2);
                x3 = Lookup(aOver, x3);
                Vector128<byte> u0 = Lookup(inverse, i0);
                Vector128<byte> u1 = Lookup(inverse, i1);
                Vector128<byte> u2 = Lookup(inverse, i2);
                Vector128<byte> u3 = Lookup(inverse, i3);
                Vector128<byte> v0 = Lookup(inverse, j0);
                Vector128<byte> v1 = Lookup(inverse, j1);
                Vector128<byte> v2 = Lookup(inverse, j2);
                Vector128<byte> v3 = Lookup(inverse, j3);
                u0 = Lookup(inverse, u0 ^ x0) ^ j0;
                u1 = Lookup(inverse, u1 ^ x1) ^ j1;
                u2 = Lookup(inverse, u2 ^ x2) ^ j2;
                u3 = Lookup(inverse, u3 ^ x3) ^ j3;
                v0 = Lookup(inverse, v0 ^ x0) ^ i0;
                v1 = Lookup(inverse, v1 ^ x1) ^ i1;
                v2 = Lookup(inverse, v2 ^ x2) ^ i2;
                v3 = Lookup(inverse, v3 ^ x3) ^ i3;

                // The S-box's outputs.
                i0 = Lookup(tableU, u0) ^ Lookup(tableV, v0);
                i1 = Lookup(tableU, u1) ^ Lookup(tableV, v1);
                i2 = Lookup(tableU, u2) ^ Lookup(tableV, v2);
                i3 = Lookup(tableU, u3) ^ Lookup(tableV, v3);
                if (round == wholeRounds)
                {
                    (Lookup(i0, shift0) ^ towerKey).StoreUnsafe(ref destination, at);
                    (Lookup(i1, shift0) ^ towerKey).StoreUnsafe(ref destination, at1);
                    (Lookup(i2, shift0) ^ towerKey).StoreUnsafe(ref destination, at2);
                    (Lookup(i3, shift0) ^ towerKey).StoreUnsafe(ref destination, at3);
                    break;
                }

                // Their doubles, and MixColumns.
                u0 = Lookup(tableU2, u0) ^ Lookup(tableV2, v0);
                u1 = Lookup(tableU2, u1) ^ Lookup(tableV2, v1);
                u2 = Lookup(tableU2, u2) ^ Lookup(tableV2, v2);
                u3 = Lookup(tableU2, u3) ^ Lookup(tableV2, v3);
                x0 = Lookup(i0 ^ u0, shift1) ^ Lookup(i0, shift2) ^ Lookup(i0, shift3) ^ Lookup(u0, shift0) ^ towerKey;
                x1 = Lookup(i1 ^ u1, shift1) ^ Lookup(i1, shift2) ^ Lookup(i1, shift3) ^ Lookup(u1, shift0) ^ towerKey;
                x2 = Lookup(i2 ^ u2, shift1) ^ Lookup(i2, shift2) ^ Lookup(i2, shift3) ^ Lookup(u2, shift0) ^ towerKey;
                x3 = Lookup(i3 ^ u3, shift1) ^ Lookup(i3, shift2) ^ Lookup(i3, shift3) ^ Lookup(u3, shift0) ^ towerKey;
                if (leave)
                {
                    x0.StoreUnsafe(ref destination, at);
                    x1.StoreUnsafe(ref destination, at1);
                    x2.StoreUnsafe(ref destination, at2);
                    x3.StoreUnsafe(ref destination, at3);
                    break;
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Lookup(Vector128<byte> table, Vector128<byte> index) => PackedSimd.Swizzle(table, index);
}
