using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// POLYVAL (RFC 8452 §3) of a few blocks in one kernel, from H: at most eight powers are made, in registers, and what can run beside that
/// does. <see cref="Polyval{TRounds,TMultiply,TVector}"/> is for more.
/// </summary>
/// <remarks>
/// Needs carry-less multiply. Blocks are loaded one by one, also for wide multiplications: they were just stored so, and a load that spans
/// several stores waits for all of them to leave the core.
/// </remarks>
internal static class PolyvalFew<TRounds, TMultiply, TVector>
    where TRounds : struct, IRounds
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int BlockSize = 16;

    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Hash(in Vector128<byte> h, ReadOnlySpan<Vector128<byte>> blocks)
    {
        int count = blocks.Length;
        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(blocks));
        Vector128<ulong> h1 = h.AsUInt64();
        Vector128<ulong> hash = default;
        nuint offset = 0;
        for (nuint front = (nuint)(count % 4) * BlockSize; offset < front; offset += BlockSize)
        {
            hash = Product<Multiply128<TRounds>, Vector128<ulong>>.Multiply(hash ^ Vector128.LoadUnsafe(ref source, offset).AsUInt64(), h1);
        }

        if (count < 4)
        {
            return hash.AsByte();
        }

        // Eight blocks to a reduction, and four before them where that leaves some.
        Powers<TMultiply, TVector> low = Powers<TMultiply, TVector>.Create<Multiply128<TRounds>>(h1, out Vector128<ulong> h4);
        if ((count & 4) != 0)
        {
            Product<TMultiply, TVector> sum = default;
            low.Add(ref sum, ref source, offset, hash);
            hash = sum.FoldAndReduce<Multiply128<TRounds>>();
            offset += 4 * BlockSize;
        }

        nuint end = (nuint)count * BlockSize;
        if (offset < end)
        {
            Powers<TMultiply, TVector> high = low.Times(h4);
            for (; offset < end; offset += 8 * BlockSize)
            {
                Product<TMultiply, TVector> sum = default;
                low.Add(ref sum, ref source, offset + (4 * BlockSize), default);
                high.Add(ref sum, ref source, offset, hash);
                hash = sum.FoldAndReduce<Multiply128<TRounds>>();
            }
        }

        return hash.AsByte();
    }
}
