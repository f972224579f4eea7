using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics.Wasm;

namespace AesModes.Backends.Software;

/// <summary>
/// The rounds of <see cref="AesPermute"/>, with the same code for every vector width and a block in each lane. They are for a few blocks at a time;
/// <see cref="AesBitsliced{TLane,TVector}"/> encrypts long runs. They require <see cref="ILane{TVector}.HasLookup"/>.
/// </summary>
internal static class AesPermute<TLane, TVector>
    where TLane : struct, ILane<TVector>
    where TVector : unmanaged
{
    /// <summary>The largest number of vectors that go through the rounds together.</summary>
    public static int MostVectors => 4;

    private static int VectorSize => BlockSize * TLane.Count;

    /// <summary>Encrypts whole blocks in ECB mode. Source and destination are the same memory or disjoint.</summary>
    public static void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(TLane.HasLookup && source.Length % BlockSize == 0 && destination.Length >= source.Length);
        ref Vector128<byte> keys = ref MemoryMarshal.GetReference(roundKeys);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        int rounds = roundKeys.Length - 1;
        int vectors = source.Length / VectorSize;
        if (AesPermuteWasm.IsSupported && vectors > 1)
        {
            AesPermuteWasm.Encrypt(ref keys, rounds, whole: false, ref from, ref to, (uint)source.Length);
            return;
        }

        for (; vectors >= 4; vectors -= 4)
        {
            EncryptVectors4(ref keys, rounds, ref from, ref to);
            from = ref Unsafe.Add(ref from, 4 * VectorSize);
            to = ref Unsafe.Add(ref to, 4 * VectorSize);
        }

        if (vectors >= 2)
        {
            EncryptVectors2(ref keys, rounds, ref from, ref to);
            from = ref Unsafe.Add(ref from, 2 * VectorSize);
            to = ref Unsafe.Add(ref to, 2 * VectorSize);
            vectors -= 2;
        }

        if (vectors > 0)
        {
            EncryptVectors1(ref keys, rounds, ref from, ref to);
        }

        if (source.Length % VectorSize is > 0 and int rest)
        {
            AesPermute<Lane128, Vector128<byte>>.EncryptBlocks(roundKeys, source[^rest..], destination[(source.Length - rest)..]);
        }
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptVectors1(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        TVector b0 = ToTower(TLane.Xor(TLane.Load(ref source, 0), TLane.Broadcast(keys)));
        for (int round = 1; round < rounds; round++)
        {
            b0 = Round(b0, KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round))));
        }

        TLane.Store(LastRound(b0, TLane.Broadcast(Unsafe.Add(ref keys, rounds))), ref destination, 0);
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptVectors2(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        TVector k = TLane.Broadcast(keys);
        TVector b0 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(0)), k));
        TVector b1 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(1)), k));
        for (int round = 1; round < rounds; round++)
        {
            k = KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round)));
            Round2(ref b0, ref b1, k);
        }

        k = TLane.Broadcast(Unsafe.Add(ref keys, rounds));
        TLane.Store(LastRound(b0, k), ref destination, Offset(0));
        TLane.Store(LastRound(b1, k), ref destination, Offset(1));
    }

    [MethodImpl(Kernel.Options)]
    private static void EncryptVectors4(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        TVector k = TLane.Broadcast(keys);
        TVector b0 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(0)), k));
        TVector b1 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(1)), k));
        TVector b2 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(2)), k));
        TVector b3 = ToTower(TLane.Xor(TLane.Load(ref source, Offset(3)), k));
        for (int round = 1; round < rounds; round++)
        {
            k = KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round)));
            Round2(ref b0, ref b1, k);
            Round2(ref b2, ref b3, k);
        }

        k = TLane.Broadcast(Unsafe.Add(ref keys, rounds));
        TLane.Store(LastRound(b0, k), ref destination, Offset(0));
        TLane.Store(LastRound(b1, k), ref destination, Offset(1));
        TLane.Store(LastRound(b2, k), ref destination, Offset(2));
        TLane.Store(LastRound(b3, k), ref destination, Offset(3));
    }

    /// <summary>See <see cref="IWholeRounds"/>.</summary>
    public static void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(TLane.HasLookup && source.Length % BlockSize == 0 && destination.Length >= source.Length);
        ref Vector128<byte> keys = ref MemoryMarshal.GetReference(roundKeys);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        int vectors = source.Length / VectorSize;
        if (AesPermuteWasm.IsSupported && vectors > 1)
        {
            AesPermuteWasm.Encrypt(ref keys, roundKeys.Length, whole: true, ref from, ref to, (uint)source.Length);
            return;
        }

        for (; vectors >= 4; vectors -= 4)
        {
            RoundVectors4(ref keys, roundKeys.Length, ref from, ref to);
            from = ref Unsafe.Add(ref from, 4 * VectorSize);
            to = ref Unsafe.Add(ref to, 4 * VectorSize);
        }

        if (vectors >= 2)
        {
            RoundVectors2(ref keys, roundKeys.Length, ref from, ref to);
            from = ref Unsafe.Add(ref from, 2 * VectorSize);
            to = ref Unsafe.Add(ref to, 2 * VectorSize);
            vectors -= 2;
        }

        if (vectors > 0)
        {
            TLane.Store(RoundVector(ref keys, roundKeys.Length, TLane.Load(ref from, 0)), ref to, 0);
        }

        if (source.Length % VectorSize is > 0 and int rest)
        {
            AesPermute<Lane128, Vector128<byte>>.RoundBlocks(roundKeys, source[^rest..], destination[(source.Length - rest)..]);
        }
    }

    /// <summary>See <see cref="IWholeRounds"/>, for the block in each lane.</summary>
    public static TVector RoundVector(ReadOnlySpan<Vector128<byte>> roundKeys, TVector blocks)
    {
        Debug.Assert(TLane.HasLookup);
        return RoundVector(ref MemoryMarshal.GetReference(roundKeys), roundKeys.Length, blocks);
    }

    [MethodImpl(Kernel.Options)]
    private static TVector RoundVector(ref Vector128<byte> keys, int rounds, TVector blocks)
    {
        TVector b0 = ToTower(blocks);
        for (int round = 0; round < rounds - 1; round++)
        {
            b0 = Round(b0, KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round))));
        }

        return Round(b0, LastKey(TLane.Broadcast(Unsafe.Add(ref keys, rounds - 1))), leave: true);
    }

    [MethodImpl(Kernel.Options)]
    private static void RoundVectors2(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        TVector b0 = ToTower(TLane.Load(ref source, Offset(0)));
        TVector b1 = ToTower(TLane.Load(ref source, Offset(1)));
        for (int round = 0; round < rounds - 1; round++)
        {
            Round2(ref b0, ref b1, KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round))));
        }

        Round2(ref b0, ref b1, LastKey(TLane.Broadcast(Unsafe.Add(ref keys, rounds - 1))), leave: true);
        TLane.Store(b0, ref destination, Offset(0));
        TLane.Store(b1, ref destination, Offset(1));
    }

    [MethodImpl(Kernel.Options)]
    private static void RoundVectors4(ref Vector128<byte> keys, int rounds, ref byte source, ref byte destination)
    {
        TVector b0 = ToTower(TLane.Load(ref source, Offset(0)));
        TVector b1 = ToTower(TLane.Load(ref source, Offset(1)));
        TVector b2 = ToTower(TLane.Load(ref source, Offset(2)));
        TVector b3 = ToTower(TLane.Load(ref source, Offset(3)));
        for (int round = 0; round < rounds - 1; round++)
        {
            TVector k = KeyToTower(TLane.Broadcast(Unsafe.Add(ref keys, round)));
            Round2(ref b0, ref b1, k);
            Round2(ref b2, ref b3, k);
        }

        TVector last = LastKey(TLane.Broadcast(Unsafe.Add(ref keys, rounds - 1)));
        Round2(ref b0, ref b1, last, leave: true);
        Round2(ref b2, ref b3, last, leave: true);
        TLane.Store(b0, ref destination, Offset(0));
        TLane.Store(b1, ref destination, Offset(1));
        TLane.Store(b2, ref destination, Offset(2));
        TLane.Store(b3, ref destination, Offset(3));
    }

    /// <summary>SubBytes without the constant, in the tower basis.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector SubBytes(TVector state)
    {
        InvertNorm(state, out TVector u, out TVector v);
        return TLane.Xor(Lookup(AesPermute.U1, u), Lookup(AesPermute.V1, v));
    }

    /// <summary>
    /// SubBytes, ShiftRows, MixColumns and AddRoundKey: with s the S-box's outputs, row r becomes 2·s[r] + 3·s[r + 1] + s[r + 2] + s[r + 3]. It uses four shuffles
    /// side by side instead of Hamburg's three in a row, because a round takes as long as its longest chain. The last whole round can also leave the tower basis.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Round(TVector state, TVector key, [ConstantExpected] bool leave = false)
    {
        InvertNorm(state, out TVector u, out TVector v);
        TVector s = TLane.Xor(Lookup(leave ? AesPermute.ULast : AesPermute.U1, u), Lookup(leave ? AesPermute.VLast : AesPermute.V1, v));
        TVector d = TLane.Xor(Lookup(leave ? AesPermute.U2Last : AesPermute.U2, u), Lookup(leave ? AesPermute.V2Last : AesPermute.V2, v));
        return Mix(s, d, key);
    }

    /// <summary>
    /// <see cref="Round"/> on two vectors side by side, which loads each table once for both. With sixteen registers, this is much faster for four blocks than one
    /// vector after the other.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round2(ref TVector b0, ref TVector b1, TVector key, [ConstantExpected] bool leave = false)
    {
        Split(b0, out TVector k0, out TVector i0);
        Split(b1, out TVector k1, out TVector i1);
        TVector table = Constant(AesPermute.AOver);
        TVector j0 = TLane.Xor(i0, k0);
        TVector j1 = TLane.Xor(i1, k1);
        TVector r0 = TLane.Lookup(table, k0);
        TVector r1 = TLane.Lookup(table, k1);
        table = Constant(AesPermute.Inverse);
        TVector u0 = TLane.Xor(TLane.Lookup(table, TLane.Xor(TLane.Lookup(table, i0), r0)), j0);
        TVector u1 = TLane.Xor(TLane.Lookup(table, TLane.Xor(TLane.Lookup(table, i1), r1)), j1);
        TVector v0 = TLane.Xor(TLane.Lookup(table, TLane.Xor(TLane.Lookup(table, j0), r0)), i0);
        TVector v1 = TLane.Xor(TLane.Lookup(table, TLane.Xor(TLane.Lookup(table, j1), r1)), i1);
        table = Constant(leave ? AesPermute.ULast : AesPermute.U1);
        TVector s0 = TLane.Lookup(table, u0);
        TVector s1 = TLane.Lookup(table, u1);
        table = Constant(leave ? AesPermute.VLast : AesPermute.V1);
        s0 = TLane.Xor(s0, TLane.Lookup(table, v0));
        s1 = TLane.Xor(s1, TLane.Lookup(table, v1));
        table = Constant(leave ? AesPermute.U2Last : AesPermute.U2);
        TVector d0 = TLane.Lookup(table, u0);
        TVector d1 = TLane.Lookup(table, u1);
        table = Constant(leave ? AesPermute.V2Last : AesPermute.V2);
        d0 = TLane.Xor(d0, TLane.Lookup(table, v0));
        d1 = TLane.Xor(d1, TLane.Lookup(table, v1));
        b0 = Mix(s0, d0, key);
        b1 = Mix(s1, d1, key);
    }

    /// <summary>Applies ShiftRows and MixColumns to the S-box's outputs and their doubles, and adds the round key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Mix(TVector s, TVector doubled, TVector key)
    {
        TVector second = Shuffle(TLane.Xor(s, doubled), AesPermute.ShiftRowsRotate1);
        TVector others = TLane.Xor3(Shuffle(s, AesPermute.ShiftRowsRotate2), Shuffle(s, AesPermute.ShiftRowsRotate3), key);
        return TLane.Xor3(others, Shuffle(doubled, AesPermute.ShiftRows), second);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector LastRound(TVector state, TVector key)
    {
        InvertNorm(state, out TVector u, out TVector v);
        TVector s = TLane.Xor(Lookup(AesPermute.ULast, u), Lookup(AesPermute.VLast, v));
        return TLane.Xor(Shuffle(s, AesPermute.ShiftRows), LastKey(key));
    }

    /// <summary>Computes 1/u and 1/v, which the remarks of <see cref="AesPermute"/> define.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void InvertNorm(TVector state, out TVector u, out TVector v)
    {
        // Not j = i ⊕ k: with ternary logic, the mask and the sum are one operation.
        TVector mask = Constant(Vector128.Create((byte)0x0F));
        TVector shifted = TLane.ShiftRight(state, 4);
        TVector i = TLane.And(shifted, mask);
        TVector j = TLane.And(TLane.Xor(shifted, state), mask);
        TVector ratio = Lookup(AesPermute.AOver, TLane.And(state, mask));
        u = TLane.Xor(Lookup(AesPermute.Inverse, TLane.Xor(Lookup(AesPermute.Inverse, i), ratio)), j);
        v = TLane.Xor(Lookup(AesPermute.Inverse, TLane.Xor(Lookup(AesPermute.Inverse, j), ratio)), i);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector ToTower(TVector x) => Map(x, AesPermute.ToTowerLow, AesPermute.ToTowerHigh);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector FromTower(TVector x) => Map(x, AesPermute.FromTowerLow, AesPermute.FromTowerHigh);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector KeyToTower(TVector x) => Map(x, AesPermute.KeyLow, AesPermute.ToTowerHigh);

    /// <summary>Returns the key of a round that leaves the tower basis.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector LastKey(TVector x) => TLane.Xor(x, Constant(Vector128.Create((byte)0x63)));

    /// <summary>Applies a linear (or affine) map to every byte. The tables are its images of the two nibbles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Map(TVector x, Vector128<byte> tableLow, Vector128<byte> tableHigh)
    {
        Split(x, out TVector low, out TVector high);
        return TLane.Xor(Lookup(tableLow, low), Lookup(tableHigh, high));
    }

    /// <summary>Splits every byte into its nibbles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Split(TVector x, out TVector low, out TVector high)
    {
        // Both nibbles are masked, because a byte shuffle returns zero for an index with bit 7 set.
        TVector mask = Constant(Vector128.Create((byte)0x0F));
        low = TLane.And(x, mask);
        high = TLane.And(TLane.ShiftRight(x, 4), mask);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Lookup(Vector128<byte> table, TVector index) => TLane.Lookup(Constant(table), index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Shuffle(TVector value, Vector128<byte> mask) => TLane.Lookup(value, Constant(mask));

    /// <summary>Returns a constant in every lane. The JIT turns the two halves back into a constant, at every width. WebAssembly's runtime would read them from memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Constant(Vector128<byte> value) => PackedSimd.IsSupported
        ? TLane.Broadcast(value)
        : TLane.Create(value.AsUInt64().GetElement(0), value.AsUInt64().GetElement(1));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint Offset(int vector) => (nuint)(vector * VectorSize);
}
