namespace AesModes.Backends.Hardware;

/// <summary>
/// AEZ-core's first pass as a pipeline: eight pairs are under way, one in each of the eight rounds that a pair takes, and a step takes each
/// one round on. So the few instructions between the rounds are spread evenly, and never keep the AES unit waiting.
/// </summary>
/// <remarks>
/// Between AES4's rounds a pair meets memory, in rounds 1, 4 and 8. Steps at the beginning and at the end of a text leave out what is not
/// there yet, or no more: <see cref="Step"/>. These steps are written one by one: with offsets that are constants no value has to change its
/// register, no round is for nothing, and the second pass waits for the end of this one. AES4's keys are arguments, as the JIT makes a variable for
/// each field that is passed on, and stops inlining at 512.
/// </remarks>
internal struct AezFirstPass<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>The steps that fill the pipeline begin so many.</summary>
    public const int LeastPairs = 7;

    private const int PairSize = 2 * BlockSize;

    private AezWhitenings _whitenings;
    private Vector128<byte> _sum;

    /// <summary>X of the pair last met: every second one is added together with the next.</summary>
    private Vector128<byte> _x;

    // A pair's block after so many rounds.
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
    /// <param name="multipleOfI">As <see cref="IAezKernels.AezPass1"/> says.</param>
    /// <param name="from">M ‖ M′ of each pair.</param>
    /// <param name="to">Receives W ⊕ I ‖ X.</param>
    /// <param name="length">Of either, in bytes.</param>
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

        // The pair that was begun seven before.
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
    /// Three parts, each beginning with a round that meets memory: part 0, rounds 1 to 3, of the pair at the offset; part 1, rounds 4 to 7, of the
    /// pair three before; part 2, round 8, of the pair seven before. Parts from first to last are taken, and of the part before them what follows its beginning.
    /// The number is that of part 0's pair in its group. X is added alone where steps do not come by eight.
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
                // Of this pair, an odd one, and the one before: three terms are one instruction where there is AVX-512.
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
