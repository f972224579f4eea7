using System.Diagnostics.CodeAnalysis;

namespace AesModes.Backends.Software;

/// <summary>The rounds on bit planes, whatever the planes come from and are for.</summary>
/// <remarks>
/// SubBytes is a circuit of 32 ANDs and 83 XORs (J. Boyar, R. Peralta, "A New Combinational Logic Minimization Technique with Applications to Cryptology", SEA 2010:
/// the one of 115 gates). It omits the circuit's four NOTs, and the round keys add the missing constant 63. Names are the paper's: x0 … x7 are the input and s0 … s7
/// the output, with the most significant bit first; y are sums of inputs, t and z are products and their sums. A sum that is used only once, in another sum, has no
/// name. It is part of <see cref="ILane{TVector}.Xor3"/> or <see cref="ILane{TVector}.AndXor"/>, one operation each with ternary logic. Operands are in the order in
/// which they are ready, the last one last. The circuit is in the body of the loop, because the JIT does not inline a method with so many locals. There is a loop,
/// because the JIT tracks about a thousand locals, and a few unrolled rounds have more.
/// </remarks>
internal static partial class AesBitsliced<TLane, TVector>
{
    // Masks of a byte shuffle for RotateRows: columns 0 … 3 with rows 1, and columns 0 and 2 with rows 2. Byte 4c + r comes
    // from byte 4·((c + columns) mod 4) + (r + rows) mod 4.
    public static ReadOnlySpan<byte> NextRowMasks =>
    [
        1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12,
        5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0,
        9, 10, 11, 8, 13, 14, 15, 12, 1, 2, 3, 0, 5, 6, 7, 4,
        13, 14, 15, 12, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8,
    ];

    public static ReadOnlySpan<byte> SecondRowMasks =>
    [
        2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
        10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5,
    ];

    /// <summary>
    /// Runs the rounds from the given one to the last, in place, on the planes of some batches. The key is that of the first of these rounds, and the others follow.
    /// A remaining ShiftRows² is applied at the end, unless the last round is a whole one, which mixes columns like the others.
    /// </summary>
    /// <remarks>
    /// Each round processes the batches in turn. A round is one long chain of operations. The chains of two batches are independent of each other. That gains more
    /// than planes that stay in registers from round to round (AMD Zen 5, where a logic operation takes two cycles and four start in each).
    /// </remarks>
    [MethodImpl(Kernel.Options)]
    public static void EncryptPlanes(ref byte states, ref byte parked, int batches, ref byte key, int round, int rounds, bool lastIsWhole)
    {
        ref byte k = ref key;
        ref byte state = ref states;
        for (int batch = 0; ;)
        {
            TVector b0 = TLane.Load(ref state, PlaneOffset(0));
            TVector b1 = TLane.Load(ref state, PlaneOffset(1));
            TVector b2 = TLane.Load(ref state, PlaneOffset(2));
            TVector b3 = TLane.Load(ref state, PlaneOffset(3));
            TVector b4 = TLane.Load(ref state, PlaneOffset(4));
            TVector b5 = TLane.Load(ref state, PlaneOffset(5));
            TVector b6 = TLane.Load(ref state, PlaneOffset(6));
            TVector b7 = TLane.Load(ref state, PlaneOffset(7));
            TVector x0 = b7;
            TVector x1 = b6;
            TVector x2 = b5;
            TVector x3 = b4;
            TVector x4 = b3;
            TVector x5 = b2;
            TVector x6 = b1;
            TVector x7 = b0;

            // Sums of inputs, interleaved with the norm to GF(16), whose operands become ready meanwhile.
            TVector y14 = TLane.Xor(x3, x5);
            TVector y13 = TLane.Xor(x0, x6);
            TVector y9 = TLane.Xor(x0, x3);
            TVector y8 = TLane.Xor(x0, x5);
            TVector t0 = TLane.Xor(x1, x2);
            TVector y1 = TLane.Xor(t0, x7);
            TVector y4 = TLane.Xor(y1, x3);
            TVector y12 = TLane.Xor(y13, y14);
            TVector y2 = TLane.Xor(y1, x0);
            TVector y5 = TLane.Xor(y1, x6);
            TVector y3 = TLane.Xor(y5, y8);
            TVector t1 = TLane.Xor(x4, y12);
            TVector y15 = TLane.FusesLogic ? TLane.Xor3(x4, x5, y12) : TLane.Xor(t1, x5);
            TVector y20 = TLane.FusesLogic ? TLane.Xor3(x4, x1, y12) : TLane.Xor(t1, x1);
            TVector y6 = TLane.Xor(y15, x7);
            TVector t2 = TLane.And(y12, y15);
            TVector t4 = TLane.AndXor(y3, y6, t2);
            TVector t6 = TLane.AndXor(y4, x7, t2);
            TVector y10 = TLane.Xor(y15, t0);
            TVector y11 = TLane.Xor(y20, y9);
            TVector y19 = TLane.Xor(y10, y8);
            TVector y17 = TLane.Xor(y10, y11);
            Spill(y12, ref parked, 12);
            Spill(y15, ref parked, 15);
            Spill(y3, ref parked, 3);
            Spill(y6, ref parked, 6);
            Spill(y4, ref parked, 4);
            TVector t12 = TLane.And(y9, y11);
            TVector t14 = TLane.AndXor(y14, y17, t12);
            TVector t16 = TLane.AndXor(y8, y10, t12);
            TVector t21 = TLane.Xor3(t4, y20, t14);
            TVector t22 = TLane.Xor3(t6, y19, t16);
            Spill(y9, ref parked, 9);
            Spill(y14, ref parked, 14);
            Spill(y17, ref parked, 17);
            Spill(y8, ref parked, 8);
            Spill(y10, ref parked, 10);
            Spill(y11, ref parked, 11);
            TVector y16 = TLane.Xor(t0, y11);
            TVector y7 = TLane.Xor(x7, y11);
            TVector y21 = TLane.FusesLogic ? TLane.Xor3(y13, t0, y11) : TLane.Xor(y13, y16);
            TVector y18 = TLane.FusesLogic ? TLane.Xor3(x0, t0, y11) : TLane.Xor(x0, y16);
            TVector t7 = TLane.And(y13, y16);
            TVector t9 = TLane.AndXor(y5, y1, t7);
            TVector t11 = TLane.AndXor(y2, y7, t7);
            TVector t23 = TLane.Xor3(t14, y21, t9);
            TVector t24 = TLane.Xor3(t16, y18, t11);
            Spill(y1, ref parked, 1);
            Spill(y2, ref parked, 2);
            Spill(y5, ref parked, 5);
            Spill(y7, ref parked, 7);
            Spill(y13, ref parked, 13);
            Spill(y16, ref parked, 16);

            // The inverse in GF(16).
            TVector t25 = TLane.Xor(t21, t22);
            TVector t30 = TLane.Xor(t23, t24);
            TVector t29, t33, t37, t40, t41, t42, t43, t44, t45;
            if (TLane.FusesLogic)
            {
                // As functions of t21 … t24, these are two operations deep instead of five, at the same cost.
                t29 = TLane.AndXor(t25, TLane.AndXor(t21, t23, t24), t22);
                t33 = TLane.AndXor(t30, TLane.AndXor(t21, t23, t22), t24);
                t37 = TLane.AndXor(t23, TLane.NotXorAndNot(t21, t22, t24), t24);
                t40 = TLane.AndXor(t21, TLane.NotXorAndNot(t23, t24, t22), t22);
                t43 = TLane.AndXor(t22, TLane.Select(t21, t23, t24), t21);
                t44 = TLane.AndXor(t24, TLane.Select(t23, t21, t22), t23);
                t41 = TLane.Xor(t40, t37);
                t42 = TLane.Xor(t29, t33);
                t45 = TLane.Xor(t43, t44);
            }
            else
            {
                TVector t26 = TLane.And(t21, t23);
                TVector t27 = TLane.Xor(t24, t26);
                t29 = TLane.AndXor(t25, t27, t22);
                TVector t31 = TLane.Xor(t22, t26);
                t33 = TLane.AndXor(t31, t30, t24);
                TVector t34 = TLane.Xor(t23, t33);
                TVector t35 = TLane.Xor(t27, t33);
                TVector t36 = TLane.And(t24, t35);
                t37 = TLane.Xor(t36, t34);
                TVector t38 = TLane.Xor(t27, t36);
                t40 = TLane.AndXor(t29, t38, t25);
                t41 = TLane.Xor(t40, t37);
                t42 = TLane.Xor(t29, t33);
                t43 = TLane.Xor(t29, t40);
                t44 = TLane.Xor(t33, t37);
                t45 = TLane.Xor(t42, t41);
            }

            // Products with the inverse, z0 … z17 in the paper, and their sums, in an order that keeps few values waiting.
            TVector z10 = TLane.And(t37, Fetch(y3, ref parked, 3));
            TVector t47 = TLane.AndXor(t33, Fetch(y4, ref parked, 4), z10);
            TVector t49 = TLane.AndXor(t44, Fetch(y12, ref parked, 12), z10);
            TVector z5 = TLane.And(t29, Fetch(y7, ref parked, 7));
            TVector t48 = TLane.AndXor(t40, Fetch(y5, ref parked, 5), z5);
            TVector z2 = TLane.And(t33, (TLane.FewRegisters ? TLane.Load(ref state, PlaneOffset(0)) : x7));
            TVector z12 = TLane.And(t43, Fetch(y13, ref parked, 13));
            TVector z3 = TLane.And(t43, Fetch(y16, ref parked, 16));
            TVector t53 = TLane.AndXor(t44, Fetch(y15, ref parked, 15), z3);
            TVector t57 = TLane.Xor3(z2, z12, t53);
            TVector t61 = TLane.AndXor(t29, Fetch(y2, ref parked, 2), t57);
            TVector z4 = TLane.And(t40, Fetch(y1, ref parked, 1));
            TVector z16 = TLane.And(t45, Fetch(y14, ref parked, 14));
            TVector t46 = TLane.AndXor(t42, Fetch(y9, ref parked, 9), z16);
            TVector t55 = TLane.AndXor(t41, Fetch(y8, ref parked, 8), z16);
            TVector z7 = TLane.And(t45, Fetch(y17, ref parked, 17));
            TVector t52 = TLane.AndXor(t41, Fetch(y10, ref parked, 10), z7);
            TVector t54 = TLane.AndXor(t42, Fetch(y11, ref parked, 11), z7);
            TVector t58 = TLane.Xor(z4, t46);
            TVector t59 = TLane.Xor(z3, t54);
            TVector t62 = TLane.FusesLogic ? TLane.Xor3(t52, z4, t46) : TLane.Xor(t52, t58);
            TVector t63 = TLane.FusesLogic ? TLane.Xor3(t49, z4, t46) : TLane.Xor(t49, t58);
            TVector t64 = TLane.FusesLogic ? TLane.Xor3(z3, z4, t54) : TLane.Xor(z4, t59);
            TVector t65 = TLane.Xor(t61, t62);
            TVector t66 = TLane.AndXor(t37, Fetch(y6, ref parked, 6), t63);
            TVector s3 = TLane.Xor(t53, t66);
            b7 = TLane.Xor(t59, t63);
            b6 = TLane.FusesLogic ? TLane.Xor3(t64, t53, t66) : TLane.Xor(t64, s3);
            b5 = TLane.Xor3(t55, t64, t65);
            b4 = s3;
            b3 = TLane.Xor3(z2, z5, t66);
            b2 = TLane.Xor(t47, t65);
            b1 = TLane.Xor3(z12, t48, t62);
            b0 = TLane.Xor3(t46, t57, t48);
            if (round == rounds && !lastIsWhole)
            {
                bool owed = rounds % 4 != 0;
                StorePlane(b0, owed, ref state, ref k, 0);
                StorePlane(b1, owed, ref state, ref k, 1);
                StorePlane(b2, owed, ref state, ref k, 2);
                StorePlane(b3, owed, ref state, ref k, 3);
                StorePlane(b4, owed, ref state, ref k, 4);
                StorePlane(b5, owed, ref state, ref k, 5);
                StorePlane(b6, owed, ref state, ref k, 6);
                StorePlane(b7, owed, ref state, ref k, 7);
                batch++;
                if (batch == batches)
                {
                    return;
                }

                state = ref Unsafe.Add(ref state, BatchSize);
                continue;
            }

            // MixColumns: with r the next row and t = b ⊕ r, the sum 2·b + 3·r + (rows 2 and 3) is 2·t ⊕ r ⊕ (t two rows further). Doubling moves planes up by one
            // and adds plane 7 to planes 0, 1, 3 and 4 (x⁸ = x⁴ + x³ + x + 1).
            int columns = round & 3;
            TVector mask1 = TLane.LoadBroadcast(ref MemoryMarshal.GetReference(NextRowMasks), (nuint)(columns * BlockSize));
            TVector mask2 = TLane.LoadBroadcast(ref MemoryMarshal.GetReference(SecondRowMasks), (nuint)((columns & 1) * BlockSize));
            TVector r = TLane.RotateRows(b7, mask1, columns, 1);
            TVector high = TLane.Xor(b7, r);
            b7 = TLane.Xor3(r, TLane.LoadBroadcast(ref k, 7 * BlockSize), TLane.RotateRows(high, mask2, 2 * columns, 2));

            r = TLane.RotateRows(b0, mask1, columns, 1);
            TVector t = TLane.Xor(b0, r);
            TVector below = t;
            b0 = TLane.Xor3(TLane.Xor(r, high), TLane.LoadBroadcast(ref k, 0 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));

            r = TLane.RotateRows(b1, mask1, columns, 1);
            t = TLane.Xor(b1, r);
            b1 = TLane.Xor3(TLane.Xor3(r, below, high), TLane.LoadBroadcast(ref k, 1 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));
            below = t;

            r = TLane.RotateRows(b2, mask1, columns, 1);
            t = TLane.Xor(b2, r);
            b2 = TLane.Xor3(TLane.Xor(r, below), TLane.LoadBroadcast(ref k, 2 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));
            below = t;

            r = TLane.RotateRows(b3, mask1, columns, 1);
            t = TLane.Xor(b3, r);
            b3 = TLane.Xor3(TLane.Xor3(r, below, high), TLane.LoadBroadcast(ref k, 3 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));
            below = t;

            r = TLane.RotateRows(b4, mask1, columns, 1);
            t = TLane.Xor(b4, r);
            b4 = TLane.Xor3(TLane.Xor3(r, below, high), TLane.LoadBroadcast(ref k, 4 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));
            below = t;

            r = TLane.RotateRows(b5, mask1, columns, 1);
            t = TLane.Xor(b5, r);
            b5 = TLane.Xor3(TLane.Xor(r, below), TLane.LoadBroadcast(ref k, 5 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));
            below = t;

            r = TLane.RotateRows(b6, mask1, columns, 1);
            t = TLane.Xor(b6, r);
            b6 = TLane.Xor3(TLane.Xor(r, below), TLane.LoadBroadcast(ref k, 6 * BlockSize), TLane.RotateRows(t, mask2, 2 * columns, 2));

            b7 = TLane.Xor(b7, t);

            TLane.Store(b0, ref state, PlaneOffset(0));
            TLane.Store(b1, ref state, PlaneOffset(1));
            TLane.Store(b2, ref state, PlaneOffset(2));
            TLane.Store(b3, ref state, PlaneOffset(3));
            TLane.Store(b4, ref state, PlaneOffset(4));
            TLane.Store(b5, ref state, PlaneOffset(5));
            TLane.Store(b6, ref state, PlaneOffset(6));
            TLane.Store(b7, ref state, PlaneOffset(7));
            batch++;
            state = ref Unsafe.Add(ref state, BatchSize);
            if (batch == batches)
            {
                if (round == rounds)
                {
                    return;
                }

                batch = 0;
                state = ref states;
                k = ref Unsafe.Add(ref k, KeySize);
                round++;
            }
        }
    }

    /// <summary>
    /// If there are few registers, stores a sum until the inverse is ready. The JIT alone would keep such sums in registers and spill values that are needed next,
    /// because those have fewer uses. That made AES-128 without AVX-512 considerably slower.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Spill(TVector value, ref byte parked, [ConstantExpected] int place)
    {
        if (TLane.FewRegisters)
        {
            TLane.Store(value, ref parked, PlaneOffset(place));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Fetch(TVector value, ref byte parked, [ConstantExpected] int place) =>
        TLane.FewRegisters ? TLane.Load(ref parked, PlaneOffset(place)) : value;

    /// <summary>Adds a round key and, if <paramref name="owed"/> is true, applies the two ShiftRows that 10 and 14 rounds omit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StorePlane(TVector plane, bool owed, ref byte state, ref byte key, int bit)
    {
        plane = TLane.Xor(plane, TLane.LoadBroadcast(ref key, (nuint)(bit * BlockSize)));
        TLane.Store(owed ? TLane.ShiftRowsTwice(plane) : plane, ref state, PlaneOffset(bit));
    }
}
