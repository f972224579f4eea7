using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>AEZ-core: texts of 32 bytes and more.</summary>
internal sealed partial class AezCipher<TKernels>
{
    private const int LeastCoreSize = 2 * BlockSize;
    private const int PairSize = 2 * BlockSize;

    /// <summary>Eight pairs share one multiple of I.</summary>
    private const int GroupSize = 8 * PairSize;

    /// <summary>Without pairs.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherWithoutPairs(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: false, hasPairsPastEnd: false);

    /// <summary>With at least one, and all of them in both spans.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherPairs(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: true, hasPairsPastEnd: false);

    /// <summary>With some that are not: those of a tag of more than 32 bytes.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherPairsPastEnd(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: true, hasPairsPastEnd: true);

    /// <remarks>
    /// Input, in this order: pairs, a fragment of up to 31 bytes (M_u, M_v), M_x, M_y. What depends on no pass follows the first one in the text:
    /// the processor runs it while that pass empties its pipeline. What does not depend on the second one stands before it, and runs beside it.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RegisterBlock EncipherCore(in AezMessage message, bool inverse, in Vector128<byte> hashed, bool hasPairs, bool hasPairsPastEnd)
    {
        ReadOnlySpan<byte> source = message.Source;
        Span<byte> destination = message.Destination;
        int lastPair = Math.Max(source.Length, destination.Length) - PairSize;
        int pairs = hasPairs ? lastPair & -PairSize : 0;
        int direct = hasPairsPastEnd ? CountDirect(source, destination, pairs) : pairs;
        int fragment = lastPair - pairs;
        ReadOnlySpan<Vector128<byte>> keys = Key.Vectors;

        Vector128<byte> xPastEnd = hasPairsPastEnd ? FirstPassPastEnd(keys, source, direct, pairs) : default;
        Vector128<byte> x = hasPairs ? TKernels.AezPass1(keys, in keys[AezKey.DoubledI], source[..direct], destination[..direct]) : default;

        // Tweaks 0, i and -1, i: 2I ⊕ iL and iL.
        Vector128<byte> first = inverse ? keys[AezKey.Multiples + 2] : keys[AezKey.Multiples + 1];
        Vector128<byte> second = first ^ keys[AezKey.Multiples + 3];
        Vector128<byte> my = ZeroExtended.Load(source, lastPair + BlockSize, BlockSize);

        // Not before the first pass, around which it would be spilled.
        Vector128<byte> doubledI = keys[AezKey.DoubledI];

        // Before HashNonceEnd, whose branches would load AES4's keys each for itself; then ARM64's JIT moves a state to the register of a key.
        Vector128<byte> sx = TKernels.Aes4(keys, doubledI ^ first, my, ZeroExtended.Load(source, lastPair, BlockSize));
        Vector128<byte> delta = HashNonceEnd(keys, in message, hashed);
        sx ^= delta;
        Vector128<byte> mu = default;
        Vector128<byte> mv = default;
        int sizeU = Math.Min(fragment, BlockSize);
        int sizeV = fragment - sizeU;
        if (fragment != 0)
        {
            mu = ZeroExtended.Load(source, pairs, sizeU);
            mv = ZeroExtended.Load(source, pairs + BlockSize, sizeV);
            sx ^= HashFragment(keys, mu, mv, fragment);
        }

        // What waits for the first pass is added to all the rest.
        sx ^= xPastEnd;
        Vector128<byte> sy = TKernels.Aes10(keys, sx ^ first, x, my);
        sx ^= x;
        Vector128<byte> s = sx ^ sy;
        Vector128<byte> whitening = doubledI ^ second;
        Vector128<byte> cy = TKernels.Aes10(keys, second, sy, sx);
        Vector128<byte> cx = TKernels.Aes4(keys, whitening, cy, sy) ^ delta;
        Vector128<byte> beyond = ZeroExtended.Store(cy, destination, lastPair + BlockSize, BlockSize);
        if (fragment != 0)
        {
            Vector128<byte> cu = TKernels.Aes10(keys, keys[AezKey.Multiples + 4], s, mu) & PartialBlock.Mask(sizeU);
            Vector128<byte> cv = default;
            if (sizeV != 0)
            {
                cv = TKernels.Aes10(keys, keys[AezKey.Multiples + 5], s, mv) & PartialBlock.Mask(sizeV);
                beyond |= ZeroExtended.Store(cv, destination, pairs + BlockSize, sizeV);
            }

            beyond |= ZeroExtended.Store(cu, destination, pairs, sizeU);
            cx ^= HashFragment(keys, cu, cv, fragment);
        }

        if (hasPairs)
        {
            // A copy, as what is passed by reference stays in memory.
            Vector128<byte> early = sx;
            cx ^= TKernels.AezPass2(keys, in keys[AezKey.DoubledI], in early, sy, destination[..direct]);
        }

        if (hasPairsPastEnd)
        {
            cx ^= SecondPassPastEnd(keys, in message, s, direct, pairs, out Vector128<byte> c);
            beyond |= c;
        }

        beyond |= ZeroExtended.Store(cx, destination, lastPair, BlockSize);
        EndRead(destination);
        return new RegisterBlock(beyond);
    }

    /// <summary>E^{0,4} of the fragment's first part, and E^{0,5} of its second, which may be empty, if the first is whole.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HashFragment(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> u, Vector128<byte> v, int fragment)
    {
        Vector128<byte> doubledI = keys[AezKey.DoubledI];
        Vector128<byte> addend = default;
        if (fragment == BlockSize)
        {
            addend = keys[AezKey.EmptyPartHash];
        }
        else if (fragment > BlockSize)
        {
            v |= AezBlocks.Padding(fragment - BlockSize);
            addend = TKernels.Aes4(keys, v, doubledI ^ keys[AezKey.Multiples + 5], addend);
        }

        // No byte of a whole block has the number 16, so that it gets no padding.
        u |= AezBlocks.Padding(fragment);
        return TKernels.Aes4(keys, doubledI ^ keys[AezKey.Multiples + 4], u, addend);
    }

    /// <summary>
    /// Pairs that are in both spans, W ⊕ I and X of which find room in the destination. The others, the tag's beyond the first 32 bytes, go
    /// through a buffer group by group, in either pass. All pairs, or whole groups of them.
    /// </summary>
    private static int CountDirect(ReadOnlySpan<byte> source, Span<byte> destination, int pairs)
    {
        int common = Math.Min(source.Length, destination.Length);
        return common >= pairs ? pairs : common & -GroupSize;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> FirstPassPastEnd(ReadOnlySpan<Vector128<byte>> keys, ReadOnlySpan<byte> source, int from, int to)
    {
        Span<byte> buffer = stackalloc byte[GroupSize];
        Vector128<byte> multipleOfI = MultipleOfI(keys, from);
        Vector128<byte> sum = Vector128<byte>.Zero;
        while (from < to)
        {
            Span<byte> group = buffer[..Math.Min(GroupSize, to - from)];
            sum ^= LoadAndPass1(keys, in multipleOfI, source, from, group);
            multipleOfI = AezBlocks.Double(multipleOfI);
            from += group.Length;
        }

        Secrets.Erase(ref multipleOfI);
        CryptographicOperations.ZeroMemory(buffer);
        return sum;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> SecondPassPastEnd(
        ReadOnlySpan<Vector128<byte>> keys, in AezMessage message, Vector128<byte> s, int from, int to, out Vector128<byte> beyond)
    {
        Span<byte> buffer = stackalloc byte[GroupSize];
        Vector128<byte> multipleOfI = MultipleOfI(keys, from);
        Vector128<byte> sum = Vector128<byte>.Zero;
        beyond = Vector128<byte>.Zero;
        while (from < to)
        {
            Span<byte> group = buffer[..Math.Min(GroupSize, to - from)];
            _ = LoadAndPass1(keys, in multipleOfI, message.Source, from, group);
            sum ^= TKernels.AezPass2(keys, in multipleOfI, in s, Vector128<byte>.Zero, group);
            for (int i = 0; i < group.Length; i += BlockSize)
            {
                beyond |= ZeroExtended.Store(PartialBlock.Load(group[i..]), message.Destination, from + i, BlockSize);
            }

            multipleOfI = AezBlocks.Double(multipleOfI);
            from += group.Length;
        }

        Secrets.Erase(ref multipleOfI);
        CryptographicOperations.ZeroMemory(buffer);
        return sum;
    }

    /// <summary>2^⌈i/8⌉·I of the group that begins there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> MultipleOfI(ReadOnlySpan<Vector128<byte>> keys, int from)
    {
        Vector128<byte> multiple = keys[AezKey.DoubledI];
        for (int group = from / GroupSize; group > 0; group--)
        {
            multiple = AezBlocks.Double(multiple);
        }

        return multiple;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> LoadAndPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, int offset, Span<byte> group)
    {
        for (int i = 0; i < group.Length; i += BlockSize)
        {
            PartialBlock.Store(ZeroExtended.Load(source, offset + i, BlockSize), group[i..]);
        }

        return TKernels.AezPass1(keys, in multipleOfI, group, group);
    }
}
