using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>What AEZ's passes do with blocks: each has a whitening of its own, and the last round takes what would be added after it.</summary>
internal partial struct Blocks<TRounds, TWidth>
    where TRounds : struct, IRounds
    where TWidth : struct, IWidth
{
    /// <summary>The sum of all blocks.</summary>
    public readonly Vector128<byte> Sum
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            Vector128<byte> sum = _b0;
            if (TWidth.Blocks >= 4)
            {
                sum = sum ^ _b1 ^ (_b2 ^ _b3);
            }

            if (TWidth.Blocks >= 6)
            {
                sum = sum ^ _b4 ^ _b5;
            }

            if (TWidth.Blocks >= 8)
            {
                sum = sum ^ _b6 ^ _b7;
            }

            return sum;
        }
    }

    /// <summary>The first round; block n's whitening is vector n of those that begin here, and what all have in common.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WhitenedRound(ref Vector128<byte> whitenings, Vector128<byte> common, Vector128<byte> k)
    {
        _b0 = WhitenedRound(_b0, Unsafe.Add(ref whitenings, 0) ^ common, k);
        if (TWidth.Blocks >= 4)
        {
            _b1 = WhitenedRound(_b1, Unsafe.Add(ref whitenings, 1) ^ common, k);
            _b2 = WhitenedRound(_b2, Unsafe.Add(ref whitenings, 2) ^ common, k);
            _b3 = WhitenedRound(_b3, Unsafe.Add(ref whitenings, 3) ^ common, k);
        }

        if (TWidth.Blocks >= 6)
        {
            _b4 = WhitenedRound(_b4, Unsafe.Add(ref whitenings, 4) ^ common, k);
            _b5 = WhitenedRound(_b5, Unsafe.Add(ref whitenings, 5) ^ common, k);
        }

        if (TWidth.Blocks >= 8)
        {
            _b6 = WhitenedRound(_b6, Unsafe.Add(ref whitenings, 6) ^ common, k);
            _b7 = WhitenedRound(_b7, Unsafe.Add(ref whitenings, 7) ^ common, k);
        }
    }

    /// <summary>The last round, with the same addend for all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WholeRound(Vector128<byte> previous, Vector128<byte> addend)
    {
        _b0 = TRounds.WholeRound(_b0, previous, addend);
        if (TWidth.Blocks >= 4)
        {
            _b1 = TRounds.WholeRound(_b1, previous, addend);
            _b2 = TRounds.WholeRound(_b2, previous, addend);
            _b3 = TRounds.WholeRound(_b3, previous, addend);
        }

        if (TWidth.Blocks >= 6)
        {
            _b4 = TRounds.WholeRound(_b4, previous, addend);
            _b5 = TRounds.WholeRound(_b5, previous, addend);
        }

        if (TWidth.Blocks >= 8)
        {
            _b6 = TRounds.WholeRound(_b6, previous, addend);
            _b7 = TRounds.WholeRound(_b7, previous, addend);
        }
    }

    /// <summary>The last round; block n's addend is what stands n strides on, and what all have in common.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WholeRound(Vector128<byte> previous, ref byte addends, nuint offset, nuint stride, Vector128<byte> common)
    {
        _b0 = TRounds.WholeRound(_b0, previous, Vector128.LoadUnsafe(ref addends, offset + (0 * stride)) ^ common);
        if (TWidth.Blocks >= 4)
        {
            _b1 = TRounds.WholeRound(_b1, previous, Vector128.LoadUnsafe(ref addends, offset + (1 * stride)) ^ common);
            _b2 = TRounds.WholeRound(_b2, previous, Vector128.LoadUnsafe(ref addends, offset + (2 * stride)) ^ common);
            _b3 = TRounds.WholeRound(_b3, previous, Vector128.LoadUnsafe(ref addends, offset + (3 * stride)) ^ common);
        }

        if (TWidth.Blocks >= 6)
        {
            _b4 = TRounds.WholeRound(_b4, previous, Vector128.LoadUnsafe(ref addends, offset + (4 * stride)) ^ common);
            _b5 = TRounds.WholeRound(_b5, previous, Vector128.LoadUnsafe(ref addends, offset + (5 * stride)) ^ common);
        }

        if (TWidth.Blocks >= 8)
        {
            _b6 = TRounds.WholeRound(_b6, previous, Vector128.LoadUnsafe(ref addends, offset + (6 * stride)) ^ common);
            _b7 = TRounds.WholeRound(_b7, previous, Vector128.LoadUnsafe(ref addends, offset + (7 * stride)) ^ common);
        }
    }

    /// <summary>
    /// The middle of AEZ's second pass. These blocks are S′ ⊕ I; a pair in memory is W ⊕ I ‖ X. Leaves Z ‖ Y there, each where it is not yet
    /// needed as a result, and Z ⊕ I here; adds Y to the sum.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Combine(ref byte text, nuint offset, Vector128<byte> i, ref Vector128<byte> sum)
    {
        _b0 = Combine(_b0, ref text, offset + (0 * 2 * Size), i, ref sum);
        if (TWidth.Blocks >= 4)
        {
            _b1 = Combine(_b1, ref text, offset + (1 * 2 * Size), i, ref sum);
            _b2 = Combine(_b2, ref text, offset + (2 * 2 * Size), i, ref sum);
            _b3 = Combine(_b3, ref text, offset + (3 * 2 * Size), i, ref sum);
        }

        if (TWidth.Blocks >= 6)
        {
            _b4 = Combine(_b4, ref text, offset + (4 * 2 * Size), i, ref sum);
            _b5 = Combine(_b5, ref text, offset + (5 * 2 * Size), i, ref sum);
        }

        if (TWidth.Blocks >= 8)
        {
            _b6 = Combine(_b6, ref text, offset + (6 * 2 * Size), i, ref sum);
            _b7 = Combine(_b7, ref text, offset + (7 * 2 * Size), i, ref sum);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WhitenedRound(Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> k) =>
        TRounds.Round(TRounds.Whiten(block, whitening), whitening, k);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Combine(Vector128<byte> s, ref byte text, nuint offset, Vector128<byte> i, ref Vector128<byte> sum)
    {
        Vector128<byte> y = Vector128.LoadUnsafe(ref text, offset) ^ s;
        Vector128<byte> z = Vector128.LoadUnsafe(ref text, offset + Size) ^ s;
        (z ^ i).StoreUnsafe(ref text, offset);
        y.StoreUnsafe(ref text, offset + Size);
        sum ^= y;
        return z;
    }
}
