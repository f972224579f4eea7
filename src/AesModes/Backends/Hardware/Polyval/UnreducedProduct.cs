namespace AesModes.Backends.Hardware;

/// <summary>
/// A sum of 256-bit products that is reduced once, in each place of a vector: low + middle·x⁶⁴ + high·x¹²⁸.
/// </summary>
/// <remarks>
/// Reduction modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1 with a division by x¹²⁸ (POLYVAL's dot, RFC 8452 §3). As P's constant term is 1,
/// adding v₀·P clears the low 64 bits v₀ of a value v, and P's other terms are 64 bits up and more: v₀·P = v₀ ⊕ x⁶⁴·(v₀·Q ⊕ v₀·x⁶⁴) with
/// Q = x⁶³ + x⁶² + x⁵⁷. So 64 bits up, v becomes swap(v) ⊕ v₀·Q. Done to low, that lands on middle; done to middle, on high.
/// </remarks>
internal struct UnreducedProduct<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private TVector _low;
    private TVector _middle;
    private TVector _high;

    /// <summary>Q in each place: bits 63, 62 and 57.</summary>
    public static TVector ReductionConstant
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TMultiply.Broadcast(Vector128.Create((1UL << 63) | (1UL << 62) | (1UL << 57)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(TVector blocks, TVector powers)
    {
        _low = TMultiply.Xor(_low, TMultiply.MultiplyLow(blocks, powers));
        _middle = TMultiply.Xor(_middle, TMultiply.MultiplyCross(blocks, powers));
        _high = TMultiply.Xor(_high, TMultiply.MultiplyHigh(blocks, powers));
    }

    /// <summary>The reduced sum of all places; <typeparamref name="TNarrow"/> multiplies one block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector128<ulong> SumAndReduce<TNarrow>()
        where TNarrow : struct, IMultiply<Vector128<ulong>>
    {
        UnreducedProduct<TNarrow, Vector128<ulong>> folded;
        folded._low = TMultiply.Sum(_low);
        folded._middle = TMultiply.Sum(_middle);
        folded._high = TMultiply.Sum(_high);
        return folded.Reduce();
    }

    /// <summary>The reduced sum in each place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly TVector Reduce() => ReduceStep(_high, ReduceStep(_middle, _low));

    /// <summary>left · right in each place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Multiply(TVector left, TVector right)
    {
        UnreducedProduct<TMultiply, TVector> product;
        product._low = TMultiply.MultiplyLow(left, right);
        product._middle = TMultiply.MultiplyCross(left, right);
        product._high = TMultiply.MultiplyHigh(left, right);
        return product.Reduce();
    }

    /// <summary>value² in each place: what low and high give across is there twice, and so not at all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Square(TVector value)
    {
        TVector low = TMultiply.MultiplyLow(value, value);
        return ReduceStep(TMultiply.MultiplyHigh(value, value), ReduceStep(default, low));
    }

    /// <summary>The value, its low half cleared by a multiple of P, onto what stands 64 bits above it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector ReduceStep(TVector above, TVector value) =>
        TMultiply.Xor(TMultiply.Xor(above, TMultiply.SwapHalves(value)), TMultiply.MultiplyLow(value, ReductionConstant));
}

/// <summary>
/// What can be done of a product (RFC 8452 §3, dot) while only one of its factors b is known, in each place of a vector: the other one, a, then
/// waits for one step of the reduction, not for two as in <see cref="UnreducedProduct{TMultiply, TVector}"/>.
/// </summary>
/// <remarks>
/// With b′ = b·x⁻⁶⁴, which is what <see cref="UnreducedProduct{TMultiply, TVector}.ReduceStep"/> makes of b, a·b·x⁻¹²⁸ = (a₀·b′ ⊕ a₁·b)·x⁻⁶⁴: of 192 bits, where the
/// plain product has 256. The low halves of b′ and b stand in one vector and their high halves in another, so that either takes
/// the products of its low and of its high halves with those of a.
/// </remarks>
internal readonly struct PreparedOperand<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private readonly TVector _low;
    private readonly TVector _high;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PreparedOperand(TVector value)
    {
        // b′ is b with its halves exchanged and this added; so half of either vector is half of b as it stands.
        TVector addend = TMultiply.MultiplyLow(value, UnreducedProduct<TMultiply, TVector>.ReductionConstant);
        _low = TMultiply.Xor(TMultiply.SwapHalves(value), TMultiply.LowHalves(addend));
        _high = TMultiply.Xor(value, TMultiply.LowHalves(TMultiply.SwapHalves(addend)));
    }

    /// <summary>The product in each place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Multiply(TVector value) => UnreducedProduct<TMultiply, TVector>.ReduceStep(MultiplyHigh(value), MultiplyLow(value));

    /// <summary>The low part of the product before its reduction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyLow(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _low), TMultiply.MultiplyHigh(value, _low));

    /// <summary>The part of the product that stands 64 bits above <see cref="MultiplyLow"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyHigh(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _high), TMultiply.MultiplyHigh(value, _high));
}
