namespace AesModes.Backends.Hardware;

/// <summary>Four consecutive blocks for wide multiplies, in one vector of four or two vectors of two. <see cref="FourProducts{TAes}"/> is for 128-bit multiplies.</summary>
internal struct FourBlocks<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private TVector _b0;
    private TVector _b2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FourBlocks(Vector128<ulong> b0, Vector128<ulong> b1, Vector128<ulong> b2, Vector128<ulong> b3)
    {
        Unsafe.SkipInit(out this);
        _b0 = TMultiply.Gather(b0, b1, b2, b3);
        if (Unsafe.SizeOf<TVector>() < 64)
        {
            _b2 = TMultiply.Gather(b2, b3, b2, b3);
        }
    }

    /// <summary>Loads four blocks and adds the accumulator to the first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourBlocks<TMultiply, TVector> Load(ref byte source, nuint offset, Vector128<ulong> accumulator) => new(
        Vector128.LoadUnsafe(ref source, offset).AsUInt64() ^ accumulator,
        Vector128.LoadUnsafe(ref source, offset + 16).AsUInt64(),
        Vector128.LoadUnsafe(ref source, offset + 32).AsUInt64(),
        Vector128.LoadUnsafe(ref source, offset + 48).AsUInt64());

    /// <summary>Multiplies each block by the factor, and adds the next four blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void MultiplyAdd(in PreparedOperand<TMultiply, TVector> factor, FourBlocks<TMultiply, TVector> next)
    {
        _b0 = TMultiply.Xor(factor.Multiply(_b0), next._b0);
        if (Unsafe.SizeOf<TVector>() < 64)
        {
            _b2 = TMultiply.Xor(factor.Multiply(_b2), next._b2);
        }
    }

    /// <summary>The sum of the four products of a block and its power.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector128<ulong> SumOfProducts<TNarrow>(in FourPowers<TMultiply, TVector> powers)
        where TNarrow : struct, IMultiply<Vector128<ulong>>
    {
        TVector low = powers.P0.MultiplyLow(_b0);
        TVector high = powers.P0.MultiplyHigh(_b0);
        if (Unsafe.SizeOf<TVector>() < 64)
        {
            low = TMultiply.Xor(low, powers.P2.MultiplyLow(_b2));
            high = TMultiply.Xor(high, powers.P2.MultiplyHigh(_b2));
        }

        return UnreducedProduct<TNarrow, Vector128<ulong>>.ReduceStep(TMultiply.Sum(high), TMultiply.Sum(low));
    }
}

/// <summary>Four powers of H as <see cref="PreparedOperand{TMultiply,TVector}"/>s, in as many vectors as <see cref="FourBlocks{TMultiply,TVector}"/> has.</summary>
internal readonly struct FourPowers<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    public readonly PreparedOperand<TMultiply, TVector> P0;
    public readonly PreparedOperand<TMultiply, TVector> P2;

    /// <summary>The powers are in the order of the blocks that they multiply.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FourPowers(Vector128<ulong> h4, Vector128<ulong> h3, Vector128<ulong> h2, Vector128<ulong> h1)
    {
        Unsafe.SkipInit(out this);
        P0 = new(TMultiply.Gather(h4, h3, h2, h1));
        if (Unsafe.SizeOf<TVector>() < 64)
        {
            P2 = new(TMultiply.Gather(h2, h1, h2, h1));
        }
    }
}

/// <summary>POLYVAL of four blocks with four powers of H, in 15 multiplies of 128 bits. Block by block, it would need 20.</summary>
/// <remarks>
/// The block that includes the accumulator has a <see cref="PreparedOperand{TMultiply,TVector}"/>, so it waits for one reduction step only. The other three use
/// Karatsuba's three products. A load gets the upper half of a block, because multiplies and shuffles share one port of Intel's cores, while loads have two others.
/// </remarks>
internal readonly struct FourProducts<TAes>
    where TAes : struct, IAesInstructions
{
    private readonly PreparedOperand<Multiply128<TAes>, Vector128<ulong>> _h4;
    private readonly Vector128<ulong> _h3;
    private readonly Vector128<ulong> _h2;
    private readonly Vector128<ulong> _h1;
    private readonly Vector128<ulong> _sum3;
    private readonly Vector128<ulong> _sum2;
    private readonly Vector128<ulong> _sum1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FourProducts(in PreparedOperand<Multiply128<TAes>, Vector128<ulong>> h4, Vector128<ulong> h3, Vector128<ulong> h2, Vector128<ulong> h1)
    {
        _h4 = h4;
        _h3 = h3;
        _h2 = h2;
        _h1 = h1;
        _sum3 = h3 ^ Multiply128<TAes>.SwapHalves(h3);
        _sum2 = h2 ^ Multiply128<TAes>.SwapHalves(h2);
        _sum1 = h1 ^ Multiply128<TAes>.SwapHalves(h1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector128<ulong> Absorb(Vector128<ulong> accumulator, ref byte source, nuint offset)
    {
        Vector128<ulong> low = default;
        Vector128<ulong> middle = default;
        Vector128<ulong> high = default;
        Add(ref Unsafe.AddByteOffset(ref source, offset + 16), _h3, _sum3, ref low, ref middle, ref high);
        Add(ref Unsafe.AddByteOffset(ref source, offset + 32), _h2, _sum2, ref low, ref middle, ref high);
        Add(ref Unsafe.AddByteOffset(ref source, offset + 48), _h1, _sum1, ref low, ref middle, ref high);
        middle = UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.ReduceStep(middle ^ low ^ high, low);
        Vector128<ulong> first = accumulator ^ Vector128.LoadUnsafe(ref source, offset).AsUInt64();
        return UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.ReduceStep(high ^ _h4.MultiplyHigh(first), middle ^ _h4.MultiplyLow(first));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Add(
        ref byte source, Vector128<ulong> power, Vector128<ulong> powerSum, ref Vector128<ulong> low, ref Vector128<ulong> middle, ref Vector128<ulong> high)
    {
        Vector128<ulong> block = Vector128.LoadUnsafe(ref source).AsUInt64();
        Vector128<ulong> upper = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, 8)));
        low ^= TAes.MultiplyLow(block, power);
        high ^= TAes.MultiplyHigh(block, power);
        middle ^= TAes.MultiplyLow(block ^ upper, powerSum);
    }
}
