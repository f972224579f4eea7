namespace AesModes.Backends.Hardware;

/// <summary>Carry-less multiplies of one, two or four pairs of blocks per instruction: the vector width of a POLYVAL kernel.</summary>
internal interface IMultiply<TVector>
    where TVector : struct
{
    static abstract string Description { get; }

    static abstract bool IsSupported { get; }

    /// <summary>The number of blocks in a vector, one per 128-bit lane: 1, 2 or 4.</summary>
    static abstract int Blocks { get; }

    /// <summary>Whether AES instructions run slower beside these multiplies, so that interleaving them does not pay.</summary>
    static virtual bool SlowsAes => false;

    static abstract TVector Load(ref byte source, nuint offset);

    static abstract void Store(TVector value, ref byte destination, nuint offset);

    /// <summary>The block in the first lane, zeros in the others.</summary>
    static abstract TVector First(Vector128<ulong> block);

    /// <summary>The block in every lane.</summary>
    static abstract TVector Broadcast(Vector128<ulong> block);

    /// <summary>The first of four blocks: as many as there are lanes.</summary>
    static abstract TVector Gather(Vector128<ulong> b0, Vector128<ulong> b1, Vector128<ulong> b2, Vector128<ulong> b3);

    static abstract TVector Xor(TVector left, TVector right);

    /// <summary>Swaps the halves of each lane.</summary>
    static abstract TVector SwapHalves(TVector value);

    /// <summary>Keeps the low half of each lane and clears the high half.</summary>
    static abstract TVector LowHalves(TVector value);

    /// <summary>The product of the low halves in each lane.</summary>
    static abstract TVector MultiplyLow(TVector left, TVector right);

    /// <summary>The product of the high halves in each lane.</summary>
    static abstract TVector MultiplyHigh(TVector left, TVector right);

    /// <summary>low · high ⊕ high · low in each lane.</summary>
    static abstract TVector MultiplyCross(TVector left, TVector right);

    /// <summary>The sum of all lanes.</summary>
    static abstract Vector128<ulong> Sum(TVector value);
}

/// <summary>One block at a time, with the multiply of <typeparamref name="TAes"/>: PCLMULQDQ or PMULL.</summary>
internal readonly struct Multiply128<TAes> : IMultiply<Vector128<ulong>>
    where TAes : struct, IAesInstructions
{
    public static string Description => "128-bit carry-less multiply";

    public static bool IsSupported => TAes.IsSupported;

    public static int Blocks => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Load(ref byte source, nuint offset) => Vector128.LoadUnsafe(ref source, offset).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<ulong> value, ref byte destination, nuint offset) => value.AsByte().StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Broadcast(Vector128<ulong> block) => block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> SwapHalves(Vector128<ulong> value) => Vector128.Shuffle(value, Vector128.Create(1UL, 0UL));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> LowHalves(Vector128<ulong> value) => value & Vector128.Create(ulong.MaxValue, 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> First(Vector128<ulong> block) => block;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Gather(Vector128<ulong> b0, Vector128<ulong> b1, Vector128<ulong> b2, Vector128<ulong> b3) => b0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Xor(Vector128<ulong> left, Vector128<ulong> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => TAes.MultiplyLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => TAes.MultiplyHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right) => TAes.MultiplyCross(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Sum(Vector128<ulong> value) => value;
}

/// <summary>Two blocks at a time: VPCLMULQDQ on 256 bits.</summary>
internal readonly struct Multiply256<TX86> : IMultiply<Vector256<ulong>>
    where TX86 : struct, IX86
{
    public static string Description => "256-bit carry-less multiply";

    public static bool IsSupported => TX86.IsMultiply256Supported;

    public static int Blocks => 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load(ref byte source, nuint offset) => Vector256.LoadUnsafe(ref source, offset).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<ulong> value, ref byte destination, nuint offset) => value.AsByte().StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Broadcast(Vector128<ulong> block) => Vector256.Create(block, block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> SwapHalves(Vector256<ulong> value) => Vector256.Shuffle(value, Vector256.Create(1UL, 0, 3, 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> LowHalves(Vector256<ulong> value) => value & Vector256.Create(ulong.MaxValue, 0, ulong.MaxValue, 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> First(Vector128<ulong> block) => block.ToVector256();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Gather(Vector128<ulong> b0, Vector128<ulong> b1, Vector128<ulong> b2, Vector128<ulong> b3) => Vector256.Create(b0, b1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Xor(Vector256<ulong> left, Vector256<ulong> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right) => TX86.MultiplyLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right) => TX86.MultiplyHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right) => TX86.MultiplyCross(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Sum(Vector256<ulong> value) => value.GetLower() ^ value.GetUpper();
}

/// <summary>Four blocks at a time: VPCLMULQDQ on 512 bits.</summary>
internal readonly struct Multiply512<TX86> : IMultiply<Vector512<ulong>>
    where TX86 : struct, IX86
{
    public static string Description => "512-bit carry-less multiply";

    public static bool IsSupported => TX86.IsMultiply512Supported;

    public static int Blocks => 4;

    public static bool SlowsAes => TX86.SlowsAesBeside512Bits;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load(ref byte source, nuint offset) => Vector512.LoadUnsafe(ref source, offset).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<ulong> value, ref byte destination, nuint offset) => value.AsByte().StoreUnsafe(ref destination, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Broadcast(Vector128<ulong> block) => Gather(block, block, block, block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> SwapHalves(Vector512<ulong> value) => Vector512.Shuffle(value, Vector512.Create(1UL, 0, 3, 2, 5, 4, 7, 6));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> LowHalves(Vector512<ulong> value) => value & Vector512.Create(ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue, 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> First(Vector128<ulong> block) => block.ToVector256().ToVector512();

    // Not Vector512.Create(lower, upper): the JIT inserts the lower half into an uninitialised vector in memory, and waits for that memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Gather(Vector128<ulong> b0, Vector128<ulong> b1, Vector128<ulong> b2, Vector128<ulong> b3) =>
        Vector256.Create(b0, b1).ToVector512Unsafe().WithUpper(Vector256.Create(b2, b3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Xor(Vector512<ulong> left, Vector512<ulong> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right) => TX86.MultiplyLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right) => TX86.MultiplyHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right) => TX86.MultiplyCross(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Sum(Vector512<ulong> value)
    {
        Vector256<ulong> sum = value.GetLower() ^ value.GetUpper();
        return sum.GetLower() ^ sum.GetUpper();
    }
}
