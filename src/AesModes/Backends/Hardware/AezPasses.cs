using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>AEZ v5 on AES instructions: single blocks, AEZ-hash of runs, and AEZ-core's two passes. Names are the specification's.</summary>
/// <remarks>
/// Needs AES instructions. Pairs go eight at a time, then four, then one. The last round key of AES4 is zero, so that its instruction takes
/// what is added after it: W ⊕ I, X, C′ and C each come out of one. W ⊕ I rather than W, as the whitening of E^{0,0} is I.
/// Byte 0 of a vector is the first byte of the block.
/// </remarks>
internal static class AezPasses<TRounds>
    where TRounds : struct, IRounds
{
    private const int BlockSize = 16;
    private const int PairSize = 2 * BlockSize;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        block = TRounds.Round(TRounds.Whiten(block, whitening), whitening, j);
        block = TRounds.Round(block, j, i);
        block = TRounds.Round(block, i, l);
        return TRounds.WholeRound(block, l, addend);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend)
    {
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        block = TRounds.Round(TRounds.Whiten(block, whitening), whitening, i);
        block = TRounds.Round(block, i, j);
        block = TRounds.Round(block, j, l);
        block = TRounds.Round(block, l, i);
        block = TRounds.Round(block, i, j);
        block = TRounds.Round(block, j, l);
        block = TRounds.Round(block, l, i);
        block = TRounds.Round(block, i, j);
        block = TRounds.Round(block, j, l);
        return TRounds.WholeRound(block, l, i ^ addend);
    }

    /// <summary>See <see cref="IBackend.AezHash"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Hash(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks)
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

    /// <summary>See <see cref="IBackend.AezPass1"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Pass1(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % PairSize == 0 && destination.Length == source.Length);
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        ref Vector128<byte> multiples = ref Unsafe.Add(ref key, AezKey.Multiples + 1);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> multiple = multipleOfI;
        Vector128<byte> sum = Vector128<byte>.Zero;
        nuint length = (nuint)source.Length;
        nuint offset = 0;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            sum ^= Pass1<Eight>(ref key, ref multiples, j ^ multiple, ref from, ref to, offset);
            multiple = AezBlocks.Double(multiple);
        }

        if (length - offset >= 4 * PairSize)
        {
            sum ^= Pass1<Four>(ref key, ref multiples, j ^ multiple, ref from, ref to, offset);
            multiples = ref Unsafe.Add(ref multiples, 4);
            offset += 4 * PairSize;
        }

        for (; offset < length; offset += PairSize)
        {
            sum ^= Pass1<One>(ref key, ref multiples, j ^ multiple, ref from, ref to, offset);
            multiples = ref Unsafe.Add(ref multiples, 1);
        }

        multipleOfI = multiple;
        return sum;
    }

    /// <summary>See <see cref="IBackend.AezPass2"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Pass2(
        ReadOnlySpan<Vector128<byte>> keys, ref Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text)
    {
        Debug.Assert(text.Length % PairSize == 0);
        ref Vector128<byte> key = ref MemoryMarshal.GetReference(keys);
        ref Vector128<byte> multiples = ref Unsafe.Add(ref key, AezKey.Multiples + 1);
        ref byte at = ref MemoryMarshal.GetReference(text);
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);

        // S ⊕ 3J, as the whitening of E^{2,i} is that of E^{1,i} ⊕ 3J.
        s ^= AezBlocks.Double(j) ^ j;
        Vector128<byte> multiple = multipleOfI;
        Vector128<byte> sum = Vector128<byte>.Zero;
        nuint length = (nuint)text.Length;
        nuint offset = 0;
        for (; length - offset >= 8 * PairSize; offset += 8 * PairSize)
        {
            Pass2<Eight>(ref key, ref multiples, j ^ multiple, s, ref at, offset, ref sum);
            multiple = AezBlocks.Double(multiple);
        }

        if (length - offset >= 4 * PairSize)
        {
            Pass2<Four>(ref key, ref multiples, j ^ multiple, s, ref at, offset, ref sum);
            multiples = ref Unsafe.Add(ref multiples, 4);
            offset += 4 * PairSize;
        }

        for (; offset < length; offset += PairSize)
        {
            Pass2<One>(ref key, ref multiples, j ^ multiple, s, ref at, offset, ref sum);
            multiples = ref Unsafe.Add(ref multiples, 1);
        }

        multipleOfI = multiple;
        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Hash<TWidth>(
        ref Vector128<byte> key, ref Vector128<byte> multiples, Vector128<byte> whitening, ref byte from, nuint offset)
        where TWidth : struct, IWidth
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Load(ref from, offset);
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, Vector128<byte>.Zero);
        return blocks.Sum;
    }

    /// <summary>Returns the sum of X_i.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Pass1<TWidth>(
        ref Vector128<byte> key, ref Vector128<byte> multiples, Vector128<byte> whitening, ref byte from, ref byte to, nuint offset)
        where TWidth : struct, IWidth
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);

        // W ⊕ I = E^{1,i}(M′) ⊕ M ⊕ I.
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Load(ref from, offset + BlockSize, PairSize);
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, ref from, offset, PairSize, i);
        blocks.Store(ref to, offset, PairSize);

        // X = E^{0,0}(W) ⊕ M′.
        blocks.Round(Vector128<byte>.Zero, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, ref from, offset + BlockSize, PairSize, Vector128<byte>.Zero);
        blocks.Store(ref to, offset + BlockSize, PairSize);
        return blocks.Sum;
    }

    /// <summary>Adds Y_i to the sum.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Pass2<TWidth>(
        ref Vector128<byte> key,
        ref Vector128<byte> multiples,
        Vector128<byte> whitening,
        Vector128<byte> s,
        ref byte text,
        nuint offset,
        ref Vector128<byte> sum)
        where TWidth : struct, IWidth
    {
        Vector128<byte> j = Unsafe.Add(ref key, AezKey.J);
        Vector128<byte> i = Unsafe.Add(ref key, AezKey.I);
        Vector128<byte> l = Unsafe.Add(ref key, AezKey.L);

        // S′ ⊕ I; the text of E^{2,i} is the same for all, so that text and whitening change places.
        Vector128<byte> common = whitening ^ s;
        Blocks<TRounds, TWidth> blocks = Blocks<TRounds, TWidth>.Load(ref Unsafe.As<Vector128<byte>, byte>(ref multiples), 0);
        blocks.Whiten(common);
        blocks.Round(common, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, i);
        blocks.Combine(ref text, offset, i, ref sum);

        // C′ = E^{0,0}(Z) ⊕ Y.
        blocks.Round(Vector128<byte>.Zero, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, ref text, offset + BlockSize, PairSize, Vector128<byte>.Zero);
        blocks.Store(ref text, offset + BlockSize, PairSize);

        // C = E^{1,i}(C′) ⊕ Z.
        blocks.WhitenedRound(ref multiples, whitening, j);
        blocks.Round(j, i);
        blocks.Round(i, l);
        blocks.WholeRound(l, ref text, offset, PairSize, Vector128<byte>.Zero);
        blocks.Store(ref text, offset, PairSize);
    }
}
