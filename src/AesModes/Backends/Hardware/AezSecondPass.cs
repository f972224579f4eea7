using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>AEZ-core's second pass as a pipeline, like <see cref="AezFirstPass{TRounds}"/>: twelve pairs in twelve rounds.</summary>
/// <remarks>A pair meets memory in rounds 4, 8 and 12: <see cref="Step"/>.</remarks>
internal struct AezSecondPass<TRounds>
    where TRounds : struct, IRounds
{
    /// <summary>The steps that fill the pipeline meet so many pairs in memory.</summary>
    public const int LeastPairs = 8;

    private const int BlockSize = 16;
    private const int PairSize = 2 * BlockSize;

    private AezWhitenings _whitenings;
    private readonly Vector128<byte> _j;
    private readonly Vector128<byte> _i;
    private readonly Vector128<byte> _l;
    private Vector128<byte> _sum;

    /// <summary>Y of the pair last met: every second one is added together with the next.</summary>
    private Vector128<byte> _y;

    // A pair's block after so many rounds.
    private Vector128<byte> _b1;
    private Vector128<byte> _b2;
    private Vector128<byte> _b3;
    private Vector128<byte> _b4;
    private Vector128<byte> _b5;
    private Vector128<byte> _b6;
    private Vector128<byte> _b7;
    private Vector128<byte> _b8;
    private Vector128<byte> _b9;
    private Vector128<byte> _b10;
    private Vector128<byte> _b11;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AezSecondPass(ref Vector128<byte> key, Vector128<byte> multipleOfI)
    {
        _j = Unsafe.Add(ref key, AezKey.J);
        _i = Unsafe.Add(ref key, AezKey.I);
        _l = Unsafe.Add(ref key, AezKey.L);
        _whitenings = new AezWhitenings(_j, multipleOfI);
    }

    /// <param name="key">The expanded key.</param>
    /// <param name="multipleOfI">As <see cref="IBackend.AezPass2"/> says.</param>
    /// <param name="s">S ⊕ 3J.</param>
    /// <param name="text">W ⊕ I ‖ X of each pair.</param>
    /// <param name="length">Of the text, in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Run(
        ref Vector128<byte> key, in Vector128<byte> multipleOfI, Vector128<byte> s, ref byte text, nuint length)
    {
        AezSecondPass<TRounds> pass = new(ref key, multipleOfI);

        // One by one, as with offsets that are constants no value has to change its register; the last few, in loops, would gain nothing.
        nuint offset = 11 * PairSize;
        pass.Step(0, 0, ref key, s, ref text, 0 * PairSize);
        pass.Step(0, 0, ref key, s, ref text, 1 * PairSize);
        pass.Step(0, 0, ref key, s, ref text, 2 * PairSize);
        pass.Step(0, 1, ref key, s, ref text, 3 * PairSize);
        pass.Step(0, 1, ref key, s, ref text, 4 * PairSize);
        pass.Step(0, 1, ref key, s, ref text, 5 * PairSize);
        pass.Step(0, 1, ref key, s, ref text, 6 * PairSize);
        pass.Step(0, 2, ref key, s, ref text, 7 * PairSize);
        pass.Step(0, 2, ref key, s, ref text, 8 * PairSize);
        pass.Step(0, 2, ref key, s, ref text, 9 * PairSize);
        pass.Step(0, 2, ref key, s, ref text, 10 * PairSize);

        // Three steps further than there are pairs: what they begin meets no memory.
        for (; length + (3 * PairSize) - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            ref byte oldest = ref Unsafe.Add(ref text, offset - (11 * PairSize));
            pass.Step(0, 3, ref key, s, ref oldest, 11 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 12 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 13 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 14 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 15 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 16 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 17 * PairSize);
            pass.Step(0, 3, ref key, s, ref oldest, 18 * PairSize);
        }

        for (; offset < length + (3 * PairSize); offset += PairSize)
        {
            pass.Step(0, 3, ref key, s, ref text, offset);
        }

        for (; offset < length + (7 * PairSize); offset += PairSize)
        {
            pass.Step(2, 3, ref key, s, ref text, offset);
        }

        for (; offset < length + (11 * PairSize); offset += PairSize)
        {
            pass.Step(3, 3, ref key, s, ref text, offset);
        }

        return length % (2 * PairSize) == 0 ? pass._sum : pass._sum ^ pass._y;
    }

    /// <summary>
    /// Part 0 is the first three rounds, of the pair at the offset and the two before; the others begin with a round that meets memory, of the
    /// pair 3, 7 and 11 before, and go on with three more. Parts from first to last are taken, and of the part before them what follows its beginning.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Step(int first, int last, ref Vector128<byte> key, Vector128<byte> s, ref byte text, nuint offset)
    {
        nuint number = offset / PairSize % AezWhitenings.GroupSize;
        if (last >= 3)
        {
            // C = E^{1,i}(C′) ⊕ Z.
            nuint at = offset - (11 * PairSize);
            TRounds.WholeRound(_b11, _l, Vector128.LoadUnsafe(ref text, at)).StoreUnsafe(ref text, at);
        }

        if (last >= 2)
        {
            _b11 = TRounds.Round(_b10, _i, _l);
            _b10 = TRounds.Round(_b9, _j, _i);
            _b9 = WhitenedRound(_b8, _whitenings.Before(ref key, number), _j);
            if (first <= 2)
            {
                // C′ = E^{0,0}(Z) ⊕ Y.
                nuint at = offset - (7 * PairSize) + BlockSize;
                _b8 = TRounds.WholeRound(_b7, _l, Vector128.LoadUnsafe(ref text, at));
                _b8.StoreUnsafe(ref text, at);
            }
        }

        if (last >= 1 && first <= 2)
        {
            _b7 = TRounds.Round(_b6, _i, _l);
            _b6 = TRounds.Round(_b5, _j, _i);
            _b5 = TRounds.Round(_b4, Vector128<byte>.Zero, _j);
            if (first <= 1)
            {
                // S′ ⊕ I, and with it Y and Z ⊕ I; memory keeps Z ‖ Y, each where it is not yet needed as a result.
                nuint at = offset - (3 * PairSize);
                Vector128<byte> stretched = TRounds.WholeRound(_b3, _l, _i);
                Vector128<byte> y = Vector128.LoadUnsafe(ref text, at) ^ stretched;
                _b4 = Vector128.LoadUnsafe(ref text, at + BlockSize) ^ stretched;
                (_b4 ^ _i).StoreUnsafe(ref text, at);
                y.StoreUnsafe(ref text, at + BlockSize);
                if (number % 2 == 0)
                {
                    // Of this pair, an odd one, and the one before: three terms are one instruction where there is AVX-512.
                    _sum ^= _y ^ y;
                }

                _y = y;
            }
        }

        if (first == 0)
        {
            _b3 = TRounds.Round(_b2, _i, _l);
            _b2 = TRounds.Round(_b1, _j, _i);
            _b1 = WhitenedRound(s, _whitenings.At(ref key, number), _j);
        }

        _whitenings.Advance(number);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WhitenedRound(Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> k) =>
        TRounds.Round(TRounds.Whiten(block, whitening), whitening, k);
}
