using System.Diagnostics;

namespace AesModes.Backends.Hardware;

/// <summary>AEZ v5 on AES instructions: single blocks, AEZ-hash of several blocks, and AEZ-core's two passes. Names follow the specification.</summary>
/// <remarks>
/// Needs AES instructions. The passes are pipelines, <see cref="AezFirstPass{TAes}"/> and <see cref="AezSecondPass{TAes}"/>; a few pairs are processed one by one.
/// On ARM, the passes are <see cref="AezBatches{TAes}"/>. AES4's last round key is zero, so the last round's instruction adds another value instead: W ⊕ I, X, C′
/// and C need no extra xor. The passes use W ⊕ I, because I whitens E^{0,0}.
/// Byte 0 of a vector is the first byte of the block.
/// </remarks>
internal static class AezPasses<TAes>
    where TAes : struct, IAesInstructions
{
    /// <summary>The size in bytes from which the second pass is a pipeline.</summary>
    public const int LeastPipelineSize = AezSecondPass<TAes>.LeastPairs * PairSize;

    private const int PairSize = 2 * BlockSize;

    /// <summary>The size of <see cref="Arm"/>. As with <see cref="IWidth"/>, the JIT does not read on where a type has another size.</summary>
    private const int InBatches = 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        block = TAes.Rounds(TAes.Whiten(block, whitening), whitening, j, i, l);
        return TAes.WholeRound(block, l, addend);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        block = TAes.Rounds(TAes.Whiten(block, whitening), whitening, i, j, l);
        block = TAes.Rounds(block, l, i, j, l);
        block = TAes.Rounds(block, l, i, j, l);
        return TAes.WholeRound(block, l, i ^ addend);
    }

    /// <summary>See <see cref="IAezKernels.AezHash"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Hash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks)
    {
        Debug.Assert(blocks.Length % BlockSize == 0);
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        ref Vector128<byte> multiples = ref Unsafe.Add(ref key, AezKey.Multiples + 1);
        ref byte from = ref MemoryMarshal.GetReference(blocks);
        Vector128<byte> multipleOfI = Unsafe.Add(ref key, AezKey.DoubledI);
        Vector128<byte> sum = Vector128<byte>.Zero;
        nuint length = (nuint)blocks.Length;
        nuint offset = 0;
        for (; length - offset >= 8 * BlockSize; offset += 8 * BlockSize)
        {
            sum ^= Hash<Eight>(ref key, ref multiples, multipleOfJ ^ multipleOfI, ref from, offset);
            multipleOfI = AezBlocks.Double(multipleOfI);
        }

        if (length - offset >= 4 * BlockSize)
        {
            sum ^= Hash<Four>(ref key, ref multiples, multipleOfJ ^ multipleOfI, ref from, offset);
            multiples = ref Unsafe.Add(ref multiples, 4);
            offset += 4 * BlockSize;
        }

        for (; offset < length; offset += BlockSize)
        {
            sum ^= Hash<One>(ref key, ref multiples, multipleOfJ ^ multipleOfI, ref from, offset);
            multiples = ref Unsafe.Add(ref multiples, 1);
        }

        return sum;
    }

    /// <summary>See <see cref="IAezKernels.AezPass1"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static RegisterBlock Pass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % PairSize == 0 && destination.Length == source.Length);
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        nuint length = (nuint)source.Length;
        if (Unsafe.SizeOf<TAes>() == InBatches)
        {
            return new RegisterBlock(AezBatches<TAes>.Pass1(ref key, multipleOfI, ref from, ref to, length));
        }

        if (length >= AezFirstPass<TAes>.LeastPairs * PairSize)
        {
            return new RegisterBlock(AezFirstPass<TAes>.Run(ref key, in multipleOfI, ref from, ref to, length));
        }

        Vector128<byte> i = keys[AezKey.I];
        AezWhitenings whitenings = new(keys[AezKey.J], multipleOfI);
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (nuint offset = 0; offset < length; offset += PairSize)
        {
            nuint number = offset / PairSize % AezWhitenings.GroupSize;
            Vector128<byte> m2 = Vector128.LoadUnsafe(ref from, offset + BlockSize);
            Vector128<byte> w = Aes4(keys, m2, whitenings.At(ref key, number), Vector128.LoadUnsafe(ref from, offset));
            Vector128<byte> x = Aes4(keys, w, i, m2);
            (w ^ i).StoreUnsafe(ref to, offset);
            x.StoreUnsafe(ref to, offset + BlockSize);
            sum ^= x;
            whitenings.Advance(number);
        }

        return new RegisterBlock(sum);
    }

    /// <summary>See <see cref="IAezKernels.AezPass2"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static RegisterBlock Pass2(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, RegisterBlock halvesOfSy, Span<byte> text)
    {
        Debug.Assert(text.Length % PairSize == 0);
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        ref byte at = ref MemoryMarshal.GetReference(text);

        // Stretches S ⊕ 3J, because the whitening of E^{2,i} is that of E^{1,i} ⊕ 3J.
        Vector128<byte> early = sx ^ keys[AezKey.TripledJ];
        Vector128<byte> sy = halvesOfSy.Block;
        nuint length = (nuint)text.Length;
        if (Unsafe.SizeOf<TAes>() == InBatches)
        {
            return new RegisterBlock(AezBatches<TAes>.Pass2(ref key, multipleOfI, early ^ sy, ref at, length));
        }

        if (length >= AezSecondPass<TAes>.LeastPairs * PairSize)
        {
            return new RegisterBlock(AezSecondPass<TAes>.Run(ref key, in multipleOfI, early, sy, ref at, length));
        }

        Vector128<byte> s = early ^ sy;
        Vector128<byte> i = keys[AezKey.I];
        AezWhitenings whitenings = new(keys[AezKey.J], multipleOfI);
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (nuint offset = 0; offset < length; offset += PairSize)
        {
            nuint number = offset / PairSize % AezWhitenings.GroupSize;
            Vector128<byte> whitening = whitenings.At(ref key, number);
            Vector128<byte> stretched = Aes4(keys, s, whitening, Vector128<byte>.Zero);
            Vector128<byte> y = Vector128.LoadUnsafe(ref at, offset) ^ i ^ stretched;
            Vector128<byte> z = Vector128.LoadUnsafe(ref at, offset + BlockSize) ^ stretched;
            Vector128<byte> c2 = Aes4(keys, z, i, y);
            Aes4(keys, c2, whitening, z).StoreUnsafe(ref at, offset);
            c2.StoreUnsafe(ref at, offset + BlockSize);
            sum ^= y;
            whitenings.Advance(number);
        }

        return new RegisterBlock(sum);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Hash<TWidth>(
        ref Vector128<byte> key, ref Vector128<byte> multiples, Vector128<byte> whitening, ref byte from, nuint offset)
        where TWidth : struct, IWidth
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        Blocks<TAes, TWidth> blocks = Blocks<TAes, TWidth>.Load(ref from, offset);
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(ref key, AezKey.I);
        blocks.Round(ref key, AezKey.L);
        blocks.WholeRound(l, Vector128<byte>.Zero);
        return blocks.Sum;
    }
}
