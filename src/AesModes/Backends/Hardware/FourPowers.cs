using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>Four powers of H as <see cref="Factor{TMultiply,TVector}"/>s, in as many as <see cref="FourBlocks{TMultiply,TVector}"/> has vectors.</summary>
internal readonly struct FourPowers<TMultiply, TVector>
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    public readonly Factor<TMultiply, TVector> P0;
    public readonly Factor<TMultiply, TVector> P2;

    /// <summary>In the order of the blocks that they meet.</summary>
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
