using System.Runtime.CompilerServices;

namespace AesModes.Backends.Hardware;

/// <summary>
/// What can be done of a product (RFC 8452 §3, dot) while only one of its factors b is known, in each place of a vector: the other one, a, then
/// waits for one step of the reduction, not for two as in <see cref="Product{TMultiply, TVector}"/>.
/// </summary>
/// <remarks>
/// With b′ = b·x⁻⁶⁴, which is what <see cref="Product{TMultiply, TVector}.Fold"/> makes of b, a·b·x⁻¹²⁸ = (a₀·b′ ⊕ a₁·b)·x⁻⁶⁴: of 192 bits, where the
/// plain product has 256. The low halves of b′ and b stand in one vector and their high halves in another, so that either takes
/// the products of its low and of its high halves with those of a.
/// </remarks>
internal readonly struct Factor<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private readonly TVector _low;
    private readonly TVector _high;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Factor(TVector value)
    {
        // b′ is b with its halves exchanged and this added; so half of either vector is half of b as it stands.
        TVector addend = TMultiply.MultiplyLow(value, Product<TMultiply, TVector>.Quotient);
        _low = TMultiply.Xor(TMultiply.SwapHalves(value), TMultiply.LowHalves(addend));
        _high = TMultiply.Xor(value, TMultiply.LowHalves(TMultiply.SwapHalves(addend)));
    }

    /// <summary>The product in each place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Multiply(TVector value) => Product<TMultiply, TVector>.Fold(MultiplyHigh(value), MultiplyLow(value));

    /// <summary>The low part of the product before its reduction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyLow(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _low), TMultiply.MultiplyHigh(value, _low));

    /// <summary>The part of the product that stands 64 bits above <see cref="MultiplyLow"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector MultiplyHigh(TVector value) => TMultiply.Xor(TMultiply.MultiplyLow(value, _high), TMultiply.MultiplyHigh(value, _high));
}
