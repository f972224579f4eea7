using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>AEZ v5's steps on either software core of AES. See <see cref="IAezKernels"/>; names are the specification's.</summary>
/// <remarks>
/// Blocks or pairs of blocks are processed in chunks. Each AES4 of a pair runs on the whole chunk at once, in a buffer, because both cores are fast only on many
/// blocks. The other steps are additions.
/// </remarks>
internal static class AezPasses<TAes>
    where TAes : struct, IWholeRounds
{
    private const int PairSize = 2 * BlockSize;

    /// <summary>The number of blocks for which AES4 runs at once: whole groups of eight, because a chunk's tweaks begin with a group.</summary>
    private const int ChunkBlocks = 128;

    private const int ChunkSize = ChunkBlocks * BlockSize;

    /// <summary>See <see cref="IAezKernels"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        TAes.RoundBlock(keys.Slice(AezKey.Aes4, 4), block ^ whitening) ^ addend;

    /// <summary>See <see cref="IAezKernels"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        TAes.RoundBlock(keys.Slice(AezKey.Aes10, 10), block ^ whitening) ^ addend;

    /// <summary>See <see cref="IAezKernels"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Hash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks)
    {
        Debug.Assert(blocks.Length % BlockSize == 0);
        Span<byte> chunk = stackalloc byte[Math.Min(blocks.Length, ChunkSize)];
        Vector128<byte> multiple = keys[AezKey.DoubledI];
        Vector128<byte> sum = Vector128<byte>.Zero;
        while (!blocks.IsEmpty)
        {
            Span<byte> some = chunk[..Math.Min(blocks.Length, ChunkSize)];
            Whiten(keys, multipleOfJ, ref multiple, ref MemoryMarshal.GetReference(blocks), BlockSize, some);
            Aes4(keys, some);
            sum ^= Sum(some);
            blocks = blocks[some.Length..];
        }

        Secrets.Erase(ref multiple);
        CryptographicOperations.ZeroMemory(chunk);
        return sum;
    }

    /// <summary>See <see cref="IAezKernels"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Pass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Debug.Assert(source.Length % PairSize == 0 && destination.Length == source.Length);
        Span<byte> chunk = stackalloc byte[Math.Min(source.Length / 2, ChunkSize)];
        Vector128<byte> multiple = multipleOfI;
        Vector128<byte> sum = Vector128<byte>.Zero;
        while (!source.IsEmpty)
        {
            Span<byte> blocks = chunk[..Math.Min(source.Length / 2, ChunkSize)];
            ref byte m = ref MemoryMarshal.GetReference(source);
            ref byte w = ref MemoryMarshal.GetReference(destination);
            Whiten(keys, keys[AezKey.J], ref multiple, ref Second(ref m), PairSize, blocks);
            Aes4(keys, blocks);
            AddToFirst(ref m, blocks, keys[AezKey.I], ref w);
            Aes4(keys, blocks);
            sum ^= AddTo(ref Second(ref m), blocks, ref Second(ref w));
            source = source[(2 * blocks.Length)..];
            destination = destination[(2 * blocks.Length)..];
        }

        Secrets.Erase(ref multiple);
        CryptographicOperations.ZeroMemory(chunk);
        return sum;
    }

    /// <summary>See <see cref="IAezKernels"/>.</summary>
    [MethodImpl(Kernel.Options)]
    public static Vector128<byte> Pass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text)
    {
        Debug.Assert(text.Length % PairSize == 0);
        Span<byte> chunk = stackalloc byte[Math.Min(text.Length / 2, ChunkSize)];

        // The multiple of I, a second copy of it, and S.
        Span<Vector128<byte>> state = [multipleOfI, default, s];
        Vector128<byte> sum = Vector128<byte>.Zero;
        while (!text.IsEmpty)
        {
            Span<byte> blocks = chunk[..Math.Min(text.Length / 2, ChunkSize)];
            ref byte pair = ref MemoryMarshal.GetReference(text);

            // S′: the input is always the same block, with the same multiples of I as below.
            state[1] = state[0];
            Whiten(keys, AezBlocks.Double(keys[AezKey.J]), ref state[1], ref Unsafe.As<Vector128<byte>, byte>(ref state[2]), 0, blocks);
            Aes4(keys, blocks);
            sum ^= AddToBoth(ref pair, blocks, keys[AezKey.I]);
            Aes4(keys, blocks);
            AddAndSwap(ref pair, blocks);
            Whiten(keys, keys[AezKey.J], ref state[0], ref Second(ref pair), PairSize, blocks);
            Aes4(keys, blocks);
            AddTo(ref pair, blocks, ref pair);
            text = text[(2 * blocks.Length)..];
        }

        Secrets.Erase(state);
        CryptographicOperations.ZeroMemory(chunk);
        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Aes4(ReadOnlySpan<Vector128<byte>> keys, Span<byte> blocks) => TAes.RoundBlocks(keys.Slice(AezKey.Aes4, 4), blocks, blocks);

    // Each loop is a separate method: beside calls, the JIT keeps a loop's sum and counts in memory.

    /// <summary>
    /// Adds Δ of E^{j,i} to blocks that are <paramref name="distance"/> bytes apart, for i from the beginning of a group. The multiple of I is that of the first
    /// block. After whole groups, it becomes that of the next block.
    /// </summary>
    [MethodImpl(Kernel.Options)]
    private static void Whiten(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ref Vector128<byte> multipleOfI, ref byte source, int distance, Span<byte> blocks)
    {
        ref Vector128<byte> multiplesOfL = ref Unsafe.AsRef(in keys[AezKey.Multiples]);
        ref byte to = ref MemoryMarshal.GetReference(blocks);
        Vector128<byte> doubled = multipleOfI;
        Vector128<byte> tweak = multipleOfJ ^ doubled;
        nuint from = 0;
        uint i = 1;
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize, from += (uint)distance, i++)
        {
            Vector128<byte> block = Vector128.LoadUnsafe(ref source, from) ^ tweak ^ Unsafe.Add(ref multiplesOfL, i % 8);
            block.StoreUnsafe(ref to, at);
            if (i % 8 == 0)
            {
                doubled = AezBlocks.Double(doubled);
                tweak = multipleOfJ ^ doubled;
            }
        }

        multipleOfI = doubled;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> Sum(ReadOnlySpan<byte> blocks)
    {
        ref byte block = ref MemoryMarshal.GetReference(blocks);
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize)
        {
            sum ^= Vector128.LoadUnsafe(ref block, at);
        }

        return sum;
    }

    /// <summary>Adds AES4's output to one block of each pair, which gives X or C. Returns their sum.</summary>
    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AddTo(ref byte source, ReadOnlySpan<byte> blocks, ref byte destination)
    {
        ref byte block = ref MemoryMarshal.GetReference(blocks);
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize)
        {
            Vector128<byte> x = Vector128.LoadUnsafe(ref source, 2 * at) ^ Vector128.LoadUnsafe(ref block, at);
            x.StoreUnsafe(ref destination, 2 * at);
            sum ^= x;
        }

        return sum;
    }

    /// <summary>Computes W ⊕ I from M. It is also the input of AES4 in E^{0,0}.</summary>
    [MethodImpl(Kernel.Options)]
    private static void AddToFirst(ref byte source, Span<byte> blocks, Vector128<byte> i, ref byte destination)
    {
        ref byte block = ref MemoryMarshal.GetReference(blocks);
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize)
        {
            Vector128<byte> w = Vector128.LoadUnsafe(ref source, 2 * at) ^ Vector128.LoadUnsafe(ref block, at) ^ i;
            w.StoreUnsafe(ref destination, 2 * at);
            w.StoreUnsafe(ref block, at);
        }
    }

    /// <summary>Computes Y ‖ Z from W ⊕ I ‖ X and S′, and Z ⊕ I for E^{0,0}. Returns the sum of Y.</summary>
    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AddToBoth(ref byte pair, Span<byte> blocks, Vector128<byte> i)
    {
        ref byte block = ref MemoryMarshal.GetReference(blocks);
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize)
        {
            Vector128<byte> y = Vector128.LoadUnsafe(ref pair, 2 * at) ^ Vector128.LoadUnsafe(ref block, at) ^ i;
            Vector128<byte> z = Vector128.LoadUnsafe(ref Second(ref pair), 2 * at) ^ Vector128.LoadUnsafe(ref block, at);
            y.StoreUnsafe(ref pair, 2 * at);
            z.StoreUnsafe(ref Second(ref pair), 2 * at);
            (z ^ i).StoreUnsafe(ref block, at);
            sum ^= y;
        }

        return sum;
    }

    /// <summary>Computes Z ‖ C′ from Y ‖ Z and E^{0,0}(Z).</summary>
    [MethodImpl(Kernel.Options)]
    private static void AddAndSwap(ref byte pair, ReadOnlySpan<byte> blocks)
    {
        ref byte block = ref MemoryMarshal.GetReference(blocks);
        for (nuint at = 0; at < (uint)blocks.Length; at += BlockSize)
        {
            Vector128<byte> c = Vector128.LoadUnsafe(ref pair, 2 * at) ^ Vector128.LoadUnsafe(ref block, at);
            Vector128.LoadUnsafe(ref Second(ref pair), 2 * at).StoreUnsafe(ref pair, 2 * at);
            c.StoreUnsafe(ref Second(ref pair), 2 * at);
        }
    }

    /// <summary>The second block of a pair.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Second(ref byte pair) => ref Unsafe.Add(ref pair, BlockSize);
}
