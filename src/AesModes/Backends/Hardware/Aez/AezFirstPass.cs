namespace AesModes.Backends.Hardware;

/// <summary>
/// AEZ-core's first pass as a pipeline. A pair needs eight rounds, so eight pairs are in flight, one in each round. A step advances each pair by one round. This
/// spreads the few instructions between the rounds evenly, so that the AES unit never waits for them.
/// </summary>
/// <remarks>
/// A pair accesses memory in rounds 1, 4 and 8. The steps that fill and drain the pipeline omit the rounds that have no pair (<see cref="Step"/>). They are written
/// out one by one: constant offsets keep every value in its register, and no round is wasted. That matters at the end, for which the second pass waits. AES4's keys
/// are arguments, because the JIT makes a variable for each field that is passed on, and stops inlining at 512.
/// </remarks>
internal struct AezFirstPass<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>The number of pairs that begin in the steps that fill the pipeline.</summary>
    public const int LeastPairs = 7;

    private const int PairSize = 2 * BlockSize;

    private AezWhitenings _whitenings;
    private Vector128<byte> _sum;

    /// <summary>X of the previous pair. Every second step adds it to the sum together with the next X.</summary>
    private Vector128<byte> _x;

    // _bN is a pair's block after N rounds.
    private Vector128<byte> _b1;
    private Vector128<byte> _b2;
    private Vector128<byte> _b3;
    private Vector128<byte> _b4;
    private Vector128<byte> _b5;
    private Vector128<byte> _b6;
    private Vector128<byte> _b7;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AezFirstPass(Vector128<byte> j, Vector128<byte> multipleOfI) => _whitenings = new AezWhitenings(j, multipleOfI);

    /// <param name="key">The expanded key.</param>
    /// <param name="multipleOfI">See <see cref="IAezKernels.AezPass1"/>.</param>
    /// <param name="from">M ‖ M′ of each pair.</param>
    /// <param name="to">Receives W ⊕ I ‖ X.</param>
    /// <param name="length">The length of the source and of the destination in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Run(
        ref Vector128<byte> key, in Vector128<byte> multipleOfI, ref byte from, ref byte to, nuint length)
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        AezFirstPass<TAes> pass = new(j, multipleOfI);
        pass.Step(0, 0, ref key, j, i, l, ref from, ref to, 0 * PairSize, 0);
        pass.Step(0, 0, ref key, j, i, l, ref from, ref to, 1 * PairSize, 1);
        pass.Step(0, 0, ref key, j, i, l, ref from, ref to, 2 * PairSize, 2);
        pass.Step(0, 1, ref key, j, i, l, ref from, ref to, 3 * PairSize, 3);
        pass.Step(0, 1, ref key, j, i, l, ref from, ref to, 4 * PairSize, 4);
        pass.Step(0, 1, ref key, j, i, l, ref from, ref to, 5 * PairSize, 5);
        pass.Step(0, 1, ref key, j, i, l, ref from, ref to, 6 * PairSize, 6);

        // The pair that began seven steps earlier.
        ref byte oldest = ref from;
        ref byte oldestTo = ref to;
        nuint offset = 7 * PairSize;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            Prefetch.Lines(ref oldest, 7 * PairSize, 8 * PairSize);
            Prefetch.Lines(ref oldestTo, 7 * PairSize, 8 * PairSize);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 7 * PairSize, 7);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 8 * PairSize, 0);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 9 * PairSize, 1);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 10 * PairSize, 2);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 11 * PairSize, 3);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 12 * PairSize, 4);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 13 * PairSize, 5);
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 14 * PairSize, 6);
            oldest = ref Unsafe.Add(ref oldest, 8 * PairSize);
            oldestTo = ref Unsafe.Add(ref oldestTo, 8 * PairSize);
        }

        for (; offset < length; offset += PairSize)
        {
            pass.Step(0, 2, ref key, j, i, l, ref oldest, ref oldestTo, 7 * PairSize, offset / PairSize % AezWhitenings.GroupSize, alone: true);
            oldest = ref Unsafe.Add(ref oldest, PairSize);
            oldestTo = ref Unsafe.Add(ref oldestTo, PairSize);
        }

        pass.Step(1, 2, ref key, j, i, l, ref oldest, ref oldestTo, 7 * PairSize, 0, alone: true);
        pass.Step(1, 2, ref key, j, i, l, ref oldest, ref oldestTo, 8 * PairSize, 0, alone: true);
        pass.Step(1, 2, ref key, j, i, l, ref oldest, ref oldestTo, 9 * PairSize, 0, alone: true);
        pass.Step(2, 2, ref key, j, i, l, ref oldest, ref oldestTo, 10 * PairSize, 0, alone: true);
        pass.Step(2, 2, ref key, j, i, l, ref oldest, ref oldestTo, 11 * PairSize, 0, alone: true);
        pass.Step(2, 2, ref key, j, i, l, ref oldest, ref oldestTo, 12 * PairSize, 0, alone: true);
        pass.Step(2, 2, ref key, j, i, l, ref oldest, ref oldestTo, 13 * PairSize, 0, alone: true);
        return pass._sum;
    }

    /// <summary>
    /// Advances each pair by one round, in three parts. Part 0 is rounds 1 to 3; round 1 is of the pair at the offset. Part 1 is rounds 4 to 7; round 4 is of the
    /// pair three before. Part 2 is round 8, of the pair seven before. Each part begins with a round that accesses memory. The step runs the parts from
    /// <paramref name="first"/> to <paramref name="last"/>, and the part before them without its first round. <paramref name="number"/> is the number of part 0's
    /// pair in its group. <paramref name="alone"/> adds X by itself, where steps do not come in eights.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Step(
        int first,
        int last,
        ref Vector128<byte> key,
        Vector128<byte> j,
        Vector128<byte> i,
        Vector128<byte> l,
        ref byte from,
        ref byte to,
        nuint offset,
        nuint number,
        bool alone = false)
    {
        if (last >= 2)
        {
            // X = E^{0,0}(W) ⊕ M′.
            nuint at = offset - (7 * PairSize) + BlockSize;
            Vector128<byte> x = TAes.WholeRound(_b7, l, Vector128.LoadUnsafe(ref from, at));
            x.StoreUnsafe(ref to, at);
            if (alone)
            {
                _sum ^= x;
            }
            else if (number % 2 == 0)
            {
                // Adds X of this pair, which has an odd number, and of the previous pair: with AVX-512, one instruction adds three terms.
                _sum ^= _x ^ x;
            }

            _x = x;
        }

        if (last >= 1)
        {
            _b7 = TAes.Round(_b6, i, l);
            _b6 = TAes.Round(_b5, j, i);
            _b5 = TAes.Round(_b4, Vector128<byte>.Zero, j);
            if (first <= 1)
            {
                // W ⊕ I = E^{1,i}(M′) ⊕ M ⊕ I.
                nuint at = offset - (3 * PairSize);
                _b4 = TAes.WholeRound(_b3, l, Vector128.LoadUnsafe(ref from, at) ^ i);
                _b4.StoreUnsafe(ref to, at);
            }
        }

        if (first <= 1)
        {
            _b3 = TAes.Round(_b2, i, l);
            _b2 = TAes.Round(_b1, j, i);
        }

        if (first == 0)
        {
            _b1 = WhitenedRound(Vector128.LoadUnsafe(ref from, offset + BlockSize), _whitenings.At(ref key, number), j);
            _whitenings.Advance(number);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WhitenedRound(Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> k) =>
        TAes.Round(TAes.Whiten(block, whitening), whitening, k);
}
