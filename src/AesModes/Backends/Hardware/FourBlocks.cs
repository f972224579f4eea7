using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>Four neighbouring blocks, in a vector of four or in two of two: for wide multiplications. <see cref="FourProducts{TRounds}"/> is for others.</summary>
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

    /// <summary>From memory, the accumulator added to the first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourBlocks<TMultiply, TVector> Load(ref byte source, nuint offset, Vector128<ulong> accumulator) => new(
        Vector128.LoadUnsafe(ref source, offset).AsUInt64() ^ accumulator,
        Vector128.LoadUnsafe(ref source, offset + 16).AsUInt64(),
        Vector128.LoadUnsafe(ref source, offset + 32).AsUInt64(),
        Vector128.LoadUnsafe(ref source, offset + 48).AsUInt64());

    /// <summary>Each times the factor, and then the next four added.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void MultiplyAdd(in Factor<TMultiply, TVector> factor, FourBlocks<TMultiply, TVector> next)
    {
        _b0 = TMultiply.Xor(factor.Multiply(_b0), next._b0);
        if (Unsafe.SizeOf<TVector>() < 64)
        {
            _b2 = TMultiply.Xor(factor.Multiply(_b2), next._b2);
        }
    }

    /// <summary>The sum of all four, each times its power.</summary>
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

        return Product<TNarrow, Vector128<ulong>>.Fold(TMultiply.Fold(high), TMultiply.Fold(low));
    }
}
