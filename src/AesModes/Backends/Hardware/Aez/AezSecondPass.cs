namespace AesModes.Backends.Hardware;

/// <summary>AEZ-core's second pass as a pipeline, like <see cref="AezFirstPass{TAes}"/>: twelve pairs in twelve rounds.</summary>
/// <remarks>A pair accesses memory in rounds 4, 8 and 12 (<see cref="Step"/>).</remarks>
internal struct AezSecondPass<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>The number of pairs that begin in the steps that fill the pipeline.</summary>
    public const int LeastPairs = 11;

    private const int PairSize = 2 * BlockSize;

    private AezWhitenings _whitenings;

    /// <summary>S ⊕ 3J plus the common part of a group's whitenings. For the first group, S lacks S_y.</summary>
    private Vector128<byte> _stretching;

    /// <summary>S_y. The first group waits for it, and so adds it last.</summary>
    private readonly Vector128<byte> _sy;
    private Vector128<byte> _sum;

    /// <summary>Y of the previous pair. Every second step adds it to the sum together with the next Y.</summary>
    private Vector128<byte> _y;

    // _bN is a pair's block after N rounds.
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
    private AezSecondPass(Vector128<byte> j, Vector128<byte> multipleOfI, Vector128<byte> early, Vector128<byte> sy)
    {
        _whitenings = new AezWhitenings(j, multipleOfI);
        _stretching = early ^ _whitenings.Common;
        _sy = sy;
    }

    /// <param name="key">The expanded key.</param>
    /// <param name="multipleOfI">See <see cref="IAezKernels.AezPass2"/>.</param>
    /// <param name="early">S ⊕ S_y ⊕ 3J.</param>
    /// <param name="sy">S_y.</param>
    /// <param name="text">W ⊕ I ‖ X of each pair.</param>
    /// <param name="length">The length of <paramref name="text"/> in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Run(
        ref Vector128<byte> key, in Vector128<byte> multipleOfI, Vector128<byte> early, Vector128<byte> sy, ref byte text, nuint length)
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        AezSecondPass<TAes> pass = new(j, multipleOfI, early, sy);
        Vector128<byte> s = early ^ sy;
        pass.Step(0, 0, ref key, j, i, l, s, ref text, 0 * PairSize, 0, isFirst: true);
        pass.Step(0, 0, ref key, j, i, l, s, ref text, 1 * PairSize, 1, isFirst: true);
        pass.Step(0, 0, ref key, j, i, l, s, ref text, 2 * PairSize, 2, isFirst: true);
        pass.Step(0, 1, ref key, j, i, l, s, ref text, 3 * PairSize, 3, isFirst: true);
        pass.Step(0, 1, ref key, j, i, l, s, ref text, 4 * PairSize, 4, isFirst: true);
        pass.Step(0, 1, ref key, j, i, l, s, ref text, 5 * PairSize, 5, isFirst: true);
        pass.Step(0, 1, ref key, j, i, l, s, ref text, 6 * PairSize, 6, isFirst: true);
        pass.Step(0, 2, ref key, j, i, l, s, ref text, 7 * PairSize, 7, isFirst: true);
        pass.Step(0, 2, ref key, j, i, l, s, ref text, 8 * PairSize, 0);
        pass.Step(0, 2, ref key, j, i, l, s, ref text, 9 * PairSize, 1);
        pass.Step(0, 2, ref key, j, i, l, s, ref text, 10 * PairSize, 2);

        // The pair that began eleven steps earlier.
        ref byte oldest = ref text;
        nuint offset = 11 * PairSize;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            Prefetch.Lines(ref text, offset, 8 * PairSize);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 11 * PairSize, 3);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 12 * PairSize, 4);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 13 * PairSize, 5);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 14 * PairSize, 6);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 15 * PairSize, 7);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 16 * PairSize, 0);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 17 * PairSize, 1);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 18 * PairSize, 2);
            oldest = ref Unsafe.Add(ref oldest, 8 * PairSize);
        }

        // Four pairs by themselves: a message whose size is a power of two has, with a tag of 16 bytes, 8n + 7 pairs, four of them after the groups.
        if (length - offset >= 4 * PairSize)
        {
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 11 * PairSize, 3);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 12 * PairSize, 4);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 13 * PairSize, 5);
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 14 * PairSize, 6);
            oldest = ref Unsafe.Add(ref oldest, 4 * PairSize);
            offset += 4 * PairSize;
        }

        for (; offset < length; offset += PairSize)
        {
            pass.Step(0, 3, ref key, j, i, l, s, ref oldest, 11 * PairSize, offset / PairSize % AezWhitenings.GroupSize, alone: true);
            oldest = ref Unsafe.Add(ref oldest, PairSize);
        }

        // From here, numbers count from the next pair's multiple of L.
        nuint end = offset / PairSize % AezWhitenings.GroupSize;
        key = ref Unsafe.Add(ref key, end);
        pass.Step(1, 3, ref key, j, i, l, s, ref oldest, 11 * PairSize, 0, end, alone: true);
        pass.Step(1, 3, ref key, j, i, l, s, ref oldest, 12 * PairSize, 1, end, alone: true);
        pass.Step(1, 3, ref key, j, i, l, s, ref oldest, 13 * PairSize, 2, end, alone: true);
        pass.Step(2, 3, ref key, j, i, l, s, ref oldest, 14 * PairSize, 3, end);
        pass.Step(2, 3, ref key, j, i, l, s, ref oldest, 15 * PairSize, 4, end);
        pass.Step(2, 3, ref key, j, i, l, s, ref oldest, 16 * PairSize, 5, end);
        pass.Step(2, 3, ref key, j, i, l, s, ref oldest, 17 * PairSize, 6, end);
        pass.Step(3, 3, ref key, j, i, l, s, ref oldest, 18 * PairSize, 7, end);
        pass.Step(4, 3, ref key, j, i, l, s, ref oldest, 19 * PairSize, 8, end);
        pass.Step(4, 3, ref key, j, i, l, s, ref oldest, 20 * PairSize, 9, end);
        pass.Step(4, 3, ref key, j, i, l, s, ref oldest, 21 * PairSize, 10, end);
        return pass._sum;
    }

    /// <summary>
    /// Advances each pair by one round, in four parts. Part 0 is rounds 1 to 3; round 1 is of the pair at the offset. Parts 1, 2 and 3 begin with a round that
    /// accesses memory, of the pair 3, 7 and 11 before. Parts 1 and 2 continue with three more rounds. The step runs the parts from <paramref name="first"/> to
    /// <paramref name="last"/>, and the part before them without its first round. If <paramref name="first"/> is 4, it omits round 9 too, as nothing is left to
    /// whiten.
    /// <paramref name="number"/> is the number of part 0's pair in its group. When the pipeline drains, it is the number of the step, and <paramref name="end"/> is
    /// the number of the pair that would begin next. <paramref name="alone"/> adds Y by itself, where steps do not come in fours.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Step(
        int first,
        int last,
        ref Vector128<byte> key,
        Vector128<byte> j,
        Vector128<byte> i,
        Vector128<byte> l,
        Vector128<byte> s,
        ref byte text,
        nuint offset,
        nuint number,
        nuint end = 0,
        bool alone = false,
        bool isFirst = false)
    {
        if (last >= 3)
        {
            // C = E^{1,i}(C′) ⊕ Z.
            TAes.WholeRound(_b11, l, Vector128.LoadUnsafe(ref text, offset - (11 * PairSize))).StoreUnsafe(ref text, offset - (11 * PairSize));
        }

        if (last >= 2)
        {
            _b11 = TAes.Round(_b10, i, l);
            _b10 = TAes.Round(_b9, j, i);
            if (first <= 3)
            {
                _b9 = WhitenedRound(_b8, _whitenings.Before(ref key, number), j);
            }

            if (first <= 2)
            {
                // C′ = E^{0,0}(Z) ⊕ Y.
                _b8 = TAes.WholeRound(_b7, l, Vector128.LoadUnsafe(ref text, offset - (7 * PairSize) + BlockSize));
                _b8.StoreUnsafe(ref text, offset - (7 * PairSize) + BlockSize);
            }
        }

        if (last >= 1 && first <= 2)
        {
            _b7 = TAes.Round(_b6, i, l);
            _b6 = TAes.Round(_b5, j, i);
            _b5 = TAes.Round(_b4, Vector128<byte>.Zero, j);
            if (first <= 1)
            {
                // Z = S′ ⊕ X, and Y = S′ ⊕ W comes from Z ⊕ I and W ⊕ I. Memory holds Z ‖ Y: the round that gives C adds Z, the one that gives C′ adds Y.
                Vector128<byte> x = Vector128.LoadUnsafe(ref text, offset - (3 * PairSize) + BlockSize);
                Vector128<byte> z = TAes.WholeRound(_b3, l, x);
                _b4 = z ^ i;
                Vector128<byte> y = _b4 ^ x ^ Vector128.LoadUnsafe(ref text, offset - (3 * PairSize));
                z.StoreUnsafe(ref text, offset - (3 * PairSize));
                y.StoreUnsafe(ref text, offset - (3 * PairSize) + BlockSize);
                if (alone)
                {
                    _sum ^= y;
                }
                else if (number % 2 == 0)
                {
                    // Adds Y of this pair, which has an odd number, and of the previous pair: with AVX-512, one instruction adds three terms.
                    _sum ^= _y ^ y;
                }

                _y = y;
            }
        }

        if (first <= 1)
        {
            _b3 = TAes.Round(_b2, i, l);
            _b2 = TAes.Round(_b1, j, i);
        }

        if (first == 0)
        {
            Vector128<byte> multiple = AezWhitenings.MultipleOfL(ref key, number);
            _b1 = isFirst ? WhitenedRound(_sy, _stretching ^ multiple, j) : WhitenedRound(_stretching, multiple, j);
            _whitenings.Advance(number);
            if (number == AezWhitenings.GroupSize - 1)
            {
                _stretching = s ^ _whitenings.Common;
            }
        }
        else
        {
            _whitenings.End(number + end);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WhitenedRound(Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> k) =>
        TAes.Round(TAes.Whiten(block, whitening), whitening, k);
}
