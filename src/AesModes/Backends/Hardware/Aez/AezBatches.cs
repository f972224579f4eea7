namespace AesModes.Backends.Hardware;

/// <summary>AEZ-core's two passes on ARM64: eight pairs side by side, then four, then single ones.</summary>
/// <remarks>
/// Cores fuse AESE and AESMC only if both use the same register. In a pipeline, a state moves from variable to variable, and so from register to register; here it
/// stays in one. Eight pairs share a multiple of I. The keys and the whitenings' common part are variables that stay live, because the JIT would move a state to the
/// register of a variable that ends. Names follow the specification.
/// </remarks>
internal static class AezBatches<TAes>
    where TAes : struct, IAesInstructions
{
    private const int PairSize = 2 * BlockSize;

    /// <summary>See <see cref="IAezKernels.AezPass1"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Pass1(ref Vector128<byte> key, Vector128<byte> multipleOfI, ref byte from, ref byte to, nuint length)
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        ref Vector128<byte> multiples = ref Unsafe.Add(ref key, AezKey.Multiples + 1);
        Vector128<byte> whitening = j ^ multipleOfI;
        Vector128<byte> sum = Vector128<byte>.Zero;
        nuint offset = 0;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            sum ^= Encrypt1<Eight>(j, i, l, ref multiples, whitening, ref from, ref to, offset);
            whitening = j ^ AezBlocks.Double(whitening ^ j);
        }

        if (length - offset >= 4 * PairSize)
        {
            sum ^= Encrypt1<Four>(j, i, l, ref multiples, whitening, ref from, ref to, offset);
            multiples = ref Unsafe.Add(ref multiples, 4);
            offset += 4 * PairSize;
        }

        for (; offset < length; offset += PairSize)
        {
            sum ^= Encrypt1<One>(j, i, l, ref multiples, whitening, ref from, ref to, offset);
            multiples = ref Unsafe.Add(ref multiples, 1);
        }

        return sum;
    }

    /// <summary>See <see cref="IAezKernels.AezPass2"/>.</summary>
    /// <param name="key">The expanded key.</param>
    /// <param name="multipleOfI">2^⌈i/8⌉·I of the first pair.</param>
    /// <param name="s">S ⊕ 3J.</param>
    /// <param name="text">W ⊕ I ‖ X of each pair.</param>
    /// <param name="length">The length of <paramref name="text"/> in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Pass2(ref Vector128<byte> key, Vector128<byte> multipleOfI, Vector128<byte> s, ref byte text, nuint length)
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        ref Vector128<byte> multiples = ref Unsafe.Add(ref key, AezKey.Multiples + 1);
        Vector128<byte> whitening = j ^ multipleOfI;
        Vector128<byte> sum = Vector128<byte>.Zero;
        nuint offset = 0;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            sum ^= Encrypt2<Eight>(j, i, l, ref multiples, whitening, s, ref text, offset);
            whitening = j ^ AezBlocks.Double(whitening ^ j);
        }

        if (length - offset >= 4 * PairSize)
        {
            sum ^= Encrypt2<Four>(j, i, l, ref multiples, whitening, s, ref text, offset);
            multiples = ref Unsafe.Add(ref multiples, 4);
            offset += 4 * PairSize;
        }

        for (; offset < length; offset += PairSize)
        {
            sum ^= Encrypt2<One>(j, i, l, ref multiples, whitening, s, ref text, offset);
            multiples = ref Unsafe.Add(ref multiples, 1);
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Encrypt1<TWidth>(
        Vector128<byte> j,
        Vector128<byte> i,
        Vector128<byte> l,
        ref Vector128<byte> multiples,
        Vector128<byte> whitening,
        ref byte from,
        ref byte to,
        nuint offset)
        where TWidth : struct, IWidth
    {
        // W ⊕ I = E^{1,i}(M′) ⊕ M ⊕ I.
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Load(ref from, offset + BlockSize, PairSize);
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.Round(l, Vector128<byte>.Zero);
        blocks.Add(i);
        blocks.Add(ref from, offset, PairSize);
        blocks.Store(ref to, offset, PairSize);

        // X = E^{0,0}(W) ⊕ M′.
        blocks.Round(Vector128<byte>.Zero, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.Round(l, Vector128<byte>.Zero);
        blocks.Add(ref from, offset + BlockSize, PairSize);
        blocks.Store(ref to, offset + BlockSize, PairSize);
        return blocks.Sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Encrypt2<TWidth>(
        Vector128<byte> j,
        Vector128<byte> i,
        Vector128<byte> l,
        ref Vector128<byte> multiples,
        Vector128<byte> whitening,
        Vector128<byte> s,
        ref byte text,
        nuint offset)
        where TWidth : struct, IWidth
    {
        // S′ ⊕ I, where S′ = E^{2,i}(S). S is the same for all pairs, so the multiples of L are the blocks, and the common part whitens them.
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Load(ref Unsafe.As<Vector128<byte>, byte>(ref multiples), 0);
        blocks.Whiten(s ^ whitening);
        blocks.Round(s ^ whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.Round(l, Vector128<byte>.Zero);
        blocks.Add(i);

        // Y = S′ ⊕ W and Z ⊕ I = S′ ⊕ X ⊕ I. Memory holds Z ⊕ I ‖ Y.
        Blocks<TAes, TWidth> y = blocks;
        y.Add(ref text, offset, PairSize);
        blocks.Add(ref text, offset + BlockSize, PairSize);
        blocks.Store(ref text, offset, PairSize);
        y.Store(ref text, offset + BlockSize, PairSize);

        // C′ = E^{0,0}(Z) ⊕ Y.
        blocks.Round(Vector128<byte>.Zero, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.Round(l, Vector128<byte>.Zero);
        blocks.Add(ref text, offset + BlockSize, PairSize);
        blocks.Store(ref text, offset + BlockSize, PairSize);

        // C = E^{1,i}(C′) ⊕ Z.
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.Round(l, Vector128<byte>.Zero);
        blocks.Add(i);
        blocks.Add(ref text, offset, PairSize);
        blocks.Store(ref text, offset, PairSize);
        return y.Sum;
    }
}
