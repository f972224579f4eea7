using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>Four neighbouring powers of H, the highest first, in as many vectors as that takes.</summary>
internal struct Powers<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private TVector _p0;
    private TVector _p1;
    private TVector _p2;
    private TVector _p3;

    /// <summary>H⁴ … H.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Powers<TMultiply, TVector> Create<TNarrow>(Vector128<ulong> h, out Vector128<ulong> h4)
        where TNarrow : struct, IMultiply<Vector128<ulong>>
    {
        Vector128<ulong> h2 = Product<TNarrow, Vector128<ulong>>.Square(h);
        Vector128<ulong> h3 = Product<TNarrow, Vector128<ulong>>.Multiply(h2, h);
        h4 = Product<TNarrow, Vector128<ulong>>.Square(h2);
        Unsafe.SkipInit(out Powers<TMultiply, TVector> powers);
        powers._p0 = TMultiply.Gather(h4, h3, h2, h);
        if (TMultiply.Blocks < 4)
        {
            powers._p2 = TMultiply.Gather(h2, h, h2, h);
        }

        if (TMultiply.Blocks < 2)
        {
            powers._p1 = TMultiply.Gather(h3, h, h, h);
            powers._p3 = TMultiply.Gather(h, h, h, h);
        }

        return powers;
    }

    /// <summary>The powers so many higher.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Powers<TMultiply, TVector> Times(Vector128<ulong> power)
    {
        TVector factor = TMultiply.Broadcast(power);
        Unsafe.SkipInit(out Powers<TMultiply, TVector> powers);
        powers._p0 = Product<TMultiply, TVector>.Multiply(_p0, factor);
        if (TMultiply.Blocks < 4)
        {
            powers._p2 = Product<TMultiply, TVector>.Multiply(_p2, factor);
        }

        if (TMultiply.Blocks < 2)
        {
            powers._p1 = Product<TMultiply, TVector>.Multiply(_p1, factor);
            powers._p3 = Product<TMultiply, TVector>.Multiply(_p3, factor);
        }

        return powers;
    }

    /// <summary>The products of four blocks. The first, which takes the accumulator in, comes last: the others need not wait for it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Add(ref Product<TMultiply, TVector> sum, ref byte source, nuint offset, Vector128<ulong> accumulator)
    {
        Vector128<ulong> b0 = Vector128.LoadUnsafe(ref source, offset).AsUInt64() ^ accumulator;
        Vector128<ulong> b1 = Vector128.LoadUnsafe(ref source, offset + 16).AsUInt64();
        Vector128<ulong> b2 = Vector128.LoadUnsafe(ref source, offset + 32).AsUInt64();
        Vector128<ulong> b3 = Vector128.LoadUnsafe(ref source, offset + 48).AsUInt64();
        if (TMultiply.Blocks < 2)
        {
            sum.Add(TMultiply.Gather(b3, b3, b3, b3), _p3);
            sum.Add(TMultiply.Gather(b1, b1, b1, b1), _p1);
        }

        if (TMultiply.Blocks < 4)
        {
            sum.Add(TMultiply.Gather(b2, b3, b2, b3), _p2);
        }

        sum.Add(TMultiply.Gather(b0, b1, b2, b3), _p0);
    }
}
