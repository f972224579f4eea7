using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>AEZ-core: messages of 32 bytes or more, including the tag.</summary>
internal sealed partial class AezCipher<TKernels>
{
    private const int LeastCoreSize = 2 * BlockSize;
    private const int PairSize = 2 * BlockSize;

    /// <summary>Eight pairs share one multiple of I.</summary>
    private const int GroupSize = 8 * PairSize;

    /// <summary>Enciphers a message without pairs.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherWithoutPairs(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: false, hasPairsPastEnd: false);

    /// <summary>Enciphers a message with pairs, all of which are in both spans.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherPairs(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: true, hasPairsPastEnd: false);

    /// <summary>Enciphers a message with pairs that extend past the end of a span, because the tag is longer than 32 bytes.</summary>
    [MethodImpl(Kernel.Options)]
    private RegisterBlock EncipherPairsPastEnd(in AezMessage message, bool inverse, in Vector128<byte> hashed) =>
        EncipherCore(in message, inverse, in hashed, hasPairs: true, hasPairsPastEnd: true);

    /// <remarks>
    /// The input consists of pairs, a fragment of up to 31 bytes (M_u, M_v), M_x and M_y, in this order. Computations that depend on neither pass follow the first
    /// pass in the code: the processor runs them while that pass drains its pipeline. Those that do not depend on the second pass precede it, and overlap with it.
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

        // The whitening is 2I ⊕ iL for tweak (0, i), and iL for tweak (-1, i).
        Vector128<byte> first = inverse ? keys[AezKey.Multiples + 2] : keys[AezKey.Multiples + 1];
        Vector128<byte> second = first ^ keys[AezKey.Multiples + 3];
        Vector128<byte> my = ZeroExtended.Load(source, lastPair + BlockSize, BlockSize);

        // Loaded after the first pass, around which it would be spilled.
        Vector128<byte> doubledI = keys[AezKey.DoubledI];

        // Before HashNonceEnd: otherwise each of its branches loads AES4's keys, and ARM64's JIT moves a state to the register of a key.
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

        // The results of the first pass are added last, because they take longest.
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
            // A copy: a variable that is passed by reference stays in memory.
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

    /// <summary>The sum of E^{0,4} of the fragment's first part and, if that part is a whole block, E^{0,5} of the second part, which may be empty.</summary>
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

        // A whole block gets no padding, because none of its bytes has index 16 or more.
        u |= AezBlocks.Padding(fragment);
        return TKernels.Aes4(keys, doubledI ^ keys[AezKey.Multiples + 4], u, addend);
    }

    /// <summary>
    /// Returns the size of the pairs that are in both spans: all pairs, or whole groups of them. The destination has room for their W ⊕ I and X. The other pairs
    /// belong to the tag, after its first 32 bytes. Both passes process them in a buffer, group by group.
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

    /// <summary>Returns 2^⌈i/8⌉·I of the group that begins at an offset.</summary>
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
