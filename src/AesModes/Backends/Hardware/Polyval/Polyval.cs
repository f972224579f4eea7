using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// POLYVAL (RFC 8452 §3) on carry-less multiply instructions: schoolbook products of blocks and powers of H, summed before one reduction
/// (<see cref="UnreducedProduct{TMultiply,TVector}"/>).
/// </summary>
/// <remarks>
/// The least significant bit of byte 0 is x⁰, and a·b means dot(a, b) = a·b·x⁻¹²⁸. With the accumulator S and the blocks X₁ … Xₙ, S ← (S ⊕ X₁)·Hⁿ ⊕ X₂·Hⁿ⁻¹ ⊕ … ⊕
/// Xₙ·H.
/// Memory holds the powers as Hⁿ … H, in the order of the blocks that they multiply, so that wide loads pair them up.
/// Needs carry-less multiply. Software/Polyval.cs is the software counterpart.
/// </remarks>
internal static class Polyval<TAes, TMultiply, TVector>
    where TAes : struct, IAesInstructions
    where TMultiply : struct, IMultiply<TVector>
    where TVector : struct
{
    private const int Batch = IGcmSivKernels.MaxHashPowers;

    /// <summary>One power per block, so that a message of up to 16 blocks waits for one product and one reduction. The number is a multiple of four, because the widest multiply makes four.</summary>
    public static int CountPowers(long blocks) => (int)Math.Clamp((blocks + 3) & ~3, 4, IGcmSivKernels.MaxHashPowers);

    /// <summary>Fills the powers with Hⁿ … H², H. Their number n is a multiple of four.</summary>
    [MethodImpl(Kernel.Options)]
    public static void ExpandKey(Vector128<byte> h, Span<Vector128<byte>> powers)
    {
        Debug.Assert(powers.Length % 4 == 0);
        ref Vector128<byte> end = ref Unsafe.Add(ref MemoryMarshal.GetReference(powers), powers.Length);
        Unsafe.Subtract(ref end, 1) = h;
        for (int known = 1; known < powers.Length; known *= 2)
        {
            // H²ᵏ … Hᵏ⁺¹ = (Hᵏ … H) · Hᵏ: the length of the chain of products is logarithmic.
            Vector128<ulong> highest = Unsafe.Subtract(ref end, known).AsUInt64();
            int missing = Math.Min(known, powers.Length - known);
            if (known < TMultiply.Blocks)
            {
                for (int i = 1; i <= missing; i++)
                {
                    Vector128<byte> power = Unsafe.Subtract(ref end, i);
                    Unsafe.Subtract(ref end, known + i) = Multiply(power, highest.AsByte());
                }
            }
            else
            {
                TVector step = TMultiply.Broadcast(highest);
                for (int i = TMultiply.Blocks; i <= missing; i += TMultiply.Blocks)
                {
                    TVector power = TMultiply.Load(ref Unsafe.As<Vector128<byte>, byte>(ref Unsafe.Subtract(ref end, i)), 0);
                    power = UnreducedProduct<TMultiply, TVector>.Multiply(power, step);
                    TMultiply.Store(power, ref Unsafe.As<Vector128<byte>, byte>(ref Unsafe.Subtract(ref end, known + i)), 0);
                }
            }
        }
    }

    /// <summary>Absorbs the data, zero-padded to whole blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data) =>
        Absorb(powers, accumulator, data, default, hasLast: false);

    /// <summary>Absorbs the data, zero-padded to whole blocks, and one more block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last) =>
        Absorb(powers, accumulator, data, last, hasLast: true);

    private static Vector128<byte> Absorb(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last, bool hasLast)
    {
        if (powers.Length == Batch && data.Length >= Batch * BlockSize)
        {
            int front = data.Length - (data.Length % (Batch * BlockSize));
            accumulator = AbsorbSixteens(powers, accumulator, data[..front]);
            data = data[front..];
        }

        return AbsorbBatches(powers, accumulator, data, last, hasLast);
    }

    /// <summary>The reduced product of two blocks: RFC 8452's dot.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Multiply(Vector128<byte> left, Vector128<byte> right) =>
        UnreducedProduct<Multiply128<TAes>, Vector128<ulong>>.Multiply(left.AsUInt64(), right.AsUInt64()).AsByte();

    /// <summary>Adds the products of the vector that begins at this block, if one does. The first block includes the accumulator.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void AddAt(int block, ref UnreducedProduct<TMultiply, TVector> sum, ref byte source, ref byte powers, Vector128<byte> accumulator)
    {
        if (block % TMultiply.Blocks == 0)
        {
            TVector blocks = TMultiply.Load(ref source, (nuint)(block * BlockSize));
            if (block == 0)
            {
                blocks = TMultiply.Xor(blocks, TMultiply.First(accumulator.AsUInt64()));
            }

            sum.Add(blocks, TMultiply.Load(ref powers, (nuint)(block * BlockSize)));
        }
    }

    /// <summary>Absorbs whole batches of 16 blocks. The block that includes the accumulator comes last, so that the others do not wait for the previous reduction.</summary>
    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AbsorbSixteens(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data)
    {
        Debug.Assert(powers.Length == Batch && data.Length % (Batch * BlockSize) == 0);
        ref byte source = ref MemoryMarshal.GetReference(data);
        ref byte h = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(powers));
        for (int i = data.Length / (Batch * BlockSize); i > 0; i--)
        {
            Prefetch.Lines(ref source, 0, Batch * BlockSize);
            UnreducedProduct<TMultiply, TVector> sum = default;
            AddAt(15, ref sum, ref source, ref h, default);
            AddAt(14, ref sum, ref source, ref h, default);
            AddAt(13, ref sum, ref source, ref h, default);
            AddAt(12, ref sum, ref source, ref h, default);
            AddAt(11, ref sum, ref source, ref h, default);
            AddAt(10, ref sum, ref source, ref h, default);
            AddAt(9, ref sum, ref source, ref h, default);
            AddAt(8, ref sum, ref source, ref h, default);
            AddAt(7, ref sum, ref source, ref h, default);
            AddAt(6, ref sum, ref source, ref h, default);
            AddAt(5, ref sum, ref source, ref h, default);
            AddAt(4, ref sum, ref source, ref h, default);
            AddAt(3, ref sum, ref source, ref h, default);
            AddAt(2, ref sum, ref source, ref h, default);
            AddAt(1, ref sum, ref source, ref h, default);
            AddAt(0, ref sum, ref source, ref h, accumulator);
            accumulator = sum.SumAndReduce<Multiply128<TAes>>().AsByte();
            source = ref Unsafe.Add(ref source, Batch * BlockSize);
        }

        return accumulator;
    }

    /// <summary>Absorbs as many blocks per reduction as there are powers. The partial block and the last block share the final reduction.</summary>
    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AbsorbBatches(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> accumulator, ReadOnlySpan<byte> data, Vector128<byte> last, bool hasLast)
    {
        Debug.Assert(powers.Length >= 4);
        ref byte source = ref MemoryMarshal.GetReference(data);
        ref byte h = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(powers));
        int whole = data.Length / BlockSize;
        int rest = data.Length % BlockSize;
        int behind = (rest > 0 ? 1 : 0) + (hasLast ? 1 : 0);
        while (whole + behind > 0)
        {
            // Only the final batch has blocks after its whole ones, and only if they fit.
            bool end = whole + behind <= powers.Length;
            int count = end ? whole : Math.Min(whole, powers.Length);
            int first = powers.Length - count - (end ? behind : 0);
            UnreducedProduct<TMultiply, TVector> sum = default;
            if (end && behind > 0)
            {
                Vector128<byte> joins = count == 0 ? accumulator : Vector128<byte>.Zero;
                int place = first + count;
                if (rest > 0)
                {
                    Vector128<byte> block = PartialBlock.Load(ref Unsafe.Add(ref source, whole * BlockSize), rest) ^ joins;
                    sum.Add(Single(block), Single(ref h, place));
                    joins = Vector128<byte>.Zero;
                    place++;
                }

                if (hasLast)
                {
                    sum.Add(Single(last ^ joins), Single(ref h, place));
                }
            }

            accumulator = AddBlocks(ref sum, ref source, ref Unsafe.Add(ref h, first * BlockSize), count, accumulator);
            source = ref Unsafe.Add(ref source, count * BlockSize);
            whole -= count;
            behind = end ? 0 : behind;
        }

        return accumulator;
    }

    /// <summary>Adds the products of whole blocks and powers, and reduces. The block that includes the accumulator comes last, so that the others do not wait for the previous reduction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AddBlocks(
        ref UnreducedProduct<TMultiply, TVector> sum, ref byte source, ref byte powers, int count, Vector128<byte> accumulator)
    {
        // From the end: first the blocks that do not fill a vector, then vectors.
        while (count % TMultiply.Blocks != 0)
        {
            count--;
            Vector128<byte> block = Vector128.LoadUnsafe(ref source, (nuint)(count * BlockSize));

            // Selects before the call: a conditional among its arguments would make the JIT keep the sum in memory.
            block ^= count == 0 ? accumulator : Vector128<byte>.Zero;
            sum.Add(Single(block), Single(ref powers, count));
        }

        while (count > TMultiply.Blocks)
        {
            count -= TMultiply.Blocks;
            sum.Add(TMultiply.Load(ref source, (nuint)(count * BlockSize)), TMultiply.Load(ref powers, (nuint)(count * BlockSize)));
        }

        if (count > 0)
        {
            sum.Add(TMultiply.Xor(TMultiply.Load(ref source, 0), TMultiply.First(accumulator.AsUInt64())), TMultiply.Load(ref powers, 0));
        }

        return sum.SumAndReduce<Multiply128<TAes>>().AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Single(Vector128<byte> block) => TMultiply.First(block.AsUInt64());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Single(ref byte powers, int place) => Single(Vector128.LoadUnsafe(ref powers, (nuint)(place * BlockSize)));
}
