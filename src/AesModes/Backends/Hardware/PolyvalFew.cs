using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// POLYVAL (RFC 8452 §3) of a few blocks in one kernel, from H: four powers are made, in registers. <see cref="Polyval{TRounds,TMultiply,TVector}"/> is for more.
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
    private const int Step = 4 * BlockSize;

    /// <summary>See <see cref="IBackend.HashFew"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static void Hash(in Vector128<byte> h, Span<Vector128<byte>> blocks)
    {
        int count = blocks.Length;
        ref byte source = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(blocks));
        Vector128<ulong> h1 = h.AsUInt64();
        Factor<Multiply128<TRounds>, Vector128<ulong>> factor = new(h1);
        Vector128<ulong> hash = default;
        nuint offset = 0;
        for (nuint front = (nuint)(count % 4) * BlockSize; offset < front; offset += BlockSize)
        {
            hash = factor.Multiply(hash ^ Vector128.LoadUnsafe(ref source, offset).AsUInt64());
        }

        nuint end = (nuint)count * BlockSize;
        if (count < 4)
        {
            hash.AsByte().StoreUnsafe(ref source, end - BlockSize);
            return;
        }

        // Every fourth block is in one sum, which H⁴ moves on; the four sums meet in the end.
        Vector128<ulong> h2 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h1);
        Vector128<ulong> h3 = factor.Multiply(h2);
        Vector128<ulong> h4 = Product<Multiply128<TRounds>, Vector128<ulong>>.Square(h2);
        FourBlocks<TMultiply, TVector> sums = FourBlocks<TMultiply, TVector>.Load(ref source, offset, hash);
        Factor<TMultiply, TVector> step = new(TMultiply.Broadcast(h4));
        for (offset += Step; offset < end; offset += Step)
        {
            sums.MultiplyAdd(in step, FourBlocks<TMultiply, TVector>.Load(ref source, offset, default));
        }

        sums.SumOfProducts<Multiply128<TRounds>>(new(h4, h3, h2, h1)).AsByte().StoreUnsafe(ref source, end - BlockSize);
    }
}
