namespace AesModes.Backends.Hardware;

/// <summary>A sum of 256-bit products in each lane, which is reduced once: low + middle·x⁶⁴ + high·x¹²⁸.</summary>
/// <remarks>
/// Reduces modulo P = x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1 and divides by x¹²⁸ (POLYVAL's dot, RFC 8452 §3). P's constant term is 1, so adding v₀·P clears the low 64 bits
/// v₀ of a value v. P's other terms are at least 64 bits higher: v₀·P = v₀ ⊕ x⁶⁴·(v₀·Q ⊕ v₀·x⁶⁴) with Q = x⁶³ + x⁶² + x⁵⁷. So v is congruent to x⁶⁴·(swap(v) ⊕
/// v₀·Q). This step adds low to middle, and then middle to high.
/// </remarks>
internal struct UnreducedProduct<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private TVector _low;
    private TVector _middle;
    private TVector _high;

    /// <summary>Q in each lane: bits 63, 62 and 57.</summary>
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

    /// <summary>The reduced sum of all lanes. <typeparamref name="TNarrow"/> multiplies one block.</summary>
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

    /// <summary>The reduced sum in each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly TVector Reduce() => ReduceStep(_high, ReduceStep(_middle, _low));

    /// <summary>left · right in each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Multiply(TVector left, TVector right)
    {
        UnreducedProduct<TMultiply, TVector> product;
        product._low = TMultiply.MultiplyLow(left, right);
        product._middle = TMultiply.MultiplyCross(left, right);
        product._high = TMultiply.MultiplyHigh(left, right);
        return product.Reduce();
    }

    /// <summary>value² in each lane. The two cross products are equal and cancel.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Square(TVector value)
    {
        TVector low = TMultiply.MultiplyLow(value, value);
        return ReduceStep(TMultiply.MultiplyHigh(value, value), ReduceStep(default, low));
    }

    /// <summary>Clears the low half of <paramref name="value"/> with a multiple of P, and adds the rest to <paramref name="above"/>, which is 64 bits higher.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector ReduceStep(TVector above, TVector value) =>
        TMultiply.Xor(TMultiply.Xor(above, TMultiply.SwapHalves(value)), TMultiply.MultiplyLow(value, ReductionConstant));
}

/// <summary>
/// One operand, b, of a product (RFC 8452 §3, dot) in each lane, prepared before the other operand, a, is known. The product then waits for one reduction step, not
/// two as in <see cref="UnreducedProduct{TMultiply, TVector}"/>.
/// </summary>
/// <remarks>
/// With b′ = b·x⁻⁶⁴, which is <see cref="UnreducedProduct{TMultiply, TVector}.ReduceStep"/> of b, a·b·x⁻¹²⁸ = (a₀·b′ ⊕ a₁·b)·x⁻⁶⁴. The sum in parentheses has 192
/// bits; the plain product has 256. One vector holds the low halves of b′ and b, the other their high halves. Each is multiplied with a, low half by low half and
/// high half by high half.
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
        // b′ is b with swapped halves plus this addend, so one half of each vector is a half of b.
        TVector addend = TMultiply.MultiplyLow(value, UnreducedProduct<TMultiply, TVector>.ReductionConstant);
        _low = TMultiply.Xor(TMultiply.SwapHalves(value), TMultiply.LowHalves(addend));
        _high = TMultiply.Xor(value, TMultiply.LowHalves(TMultiply.SwapHalves(addend)));
    }

    /// <summary>The product in each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Multiply(TVector value) => UnreducedProduct<TMultiply, TVector>.ReduceStep(MultiplyHigh(value), MultiplyLow(value));

    /// <summary>The low part of the unreduced product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyLow(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _low), TMultiply.MultiplyHigh(value, _low));

    /// <summary>The part of the unreduced product that is 64 bits above <see cref="MultiplyLow"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyHigh(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _high), TMultiply.MultiplyHigh(value, _high));
}
