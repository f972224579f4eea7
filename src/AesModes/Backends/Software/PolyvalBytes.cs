using System.Security.Cryptography;

namespace AesModes.Backends.Software;

/// <summary>
/// POLYVAL (RFC 8452 §3) with carry-less multiplications of bytes, eight at a time. It is for ARM64 without the crypto extension: there PMULL multiplies bytes, and
/// the time of 64-bit multiplications may depend on their operands.
/// </summary>
/// <remarks>
/// x and y are 64-bit halves, with bytes x_i and y_i. The product is the sum of x_i·y_j at byte i + j. For each d from 0 to 7, one multiplication gives
/// x_i·y_{(i+d) mod 8} in the 16-bit lanes i, at byte 2i. Lanes in which i + d did not wrap belong d bytes higher. The others belong 8 - d bytes lower. The rotations
/// of H's halves are computed once per call. (After D. Câmara, C. Gouvêa, J. López, R. Dahab, "Fast Software Polynomial Multiplication on ARM Processors Using the
/// NEON Engine", CD-ARES 2013.)
/// </remarks>
internal static class PolyvalBytes<TBytes>
    where TBytes : struct, IByteProducts
{
    private const int Rotations = 8;

    /// <summary>The number of vectors for H: its 64-bit halves, and then the sum of both, each rotated by 0 … 7 bytes.</summary>
    private const int KeyVectors = 2 * Rotations;

    /// <summary>acc ← dot(acc ⊕ block, h) for each block of the data, zero-padded to whole blocks.</summary>
    public static Vector128<byte> Absorb(Vector128<byte> h, Vector128<byte> accumulator, ReadOnlySpan<byte> data)
    {
        Span<Vector128<byte>> key = stackalloc Vector128<byte>[KeyVectors];
        Vector128<ulong> middle = AddHalves(h);
        for (int d = 0; d < Rotations; d++)
        {
            key[d] = Rotate(h.AsUInt64(), 8 * d);
            key[Rotations + d] = Rotate(middle, 8 * d);
        }

        Vector128<byte> result = AbsorbBlocks(ref MemoryMarshal.GetReference(key), accumulator, data);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(key));
        return result;
    }

    [MethodImpl(Kernel.Options)]
    private static Vector128<byte> AbsorbBlocks(ref Vector128<byte> key, Vector128<byte> accumulator, ReadOnlySpan<byte> data)
    {
        ref Vector128<byte> keyMiddle = ref Unsafe.Add(ref key, Rotations);
        while (!data.IsEmpty)
        {
            int length = Math.Min(data.Length, BlockSize);
            Vector128<byte> x = accumulator ^ PartialBlock.Load(data[..length]);
            data = data[length..];

            // Karatsuba: the products of the halves, and the product of their sums.
            Vector128<byte> xMiddle = AddHalves(x).AsByte();
            Vector128<byte> low = Vector128<byte>.Zero;
            Vector128<byte> high = Vector128<byte>.Zero;
            Vector128<byte> middle = Vector128<byte>.Zero;
            for (int d = 0; d < Rotations; d++)
            {
                Vector128<byte> y = Unsafe.Add(ref key, d);
                low ^= Place(TBytes.MultiplyLower(x, y), d);
                high ^= Place(TBytes.MultiplyUpper(x, y), d);
                middle ^= Place(TBytes.MultiplyLower(xMiddle, Unsafe.Add(ref keyMiddle, d)), d);
            }

            middle ^= low ^ high;
            ulong v1 = low.AsUInt64().GetElement(1) ^ middle.AsUInt64().GetElement(0);
            ulong v2 = high.AsUInt64().GetElement(0) ^ middle.AsUInt64().GetElement(1);
            (ulong lower, ulong upper) = Polyval.Reduce(low.AsUInt64().GetElement(0), v1, v2, high.AsUInt64().GetElement(1));
            accumulator = Vector128.Create(lower, upper).AsByte();
        }

        return accumulator;
    }

    /// <summary>Moves the products of rotation d to the bytes where they belong.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Place(Vector128<ushort> products, int d)
    {
        ref byte masks = ref Unsafe.Add(ref MemoryMarshal.GetReference(Masks), 2 * BlockSize * d);
        return Vector128.Shuffle(products.AsByte(), Vector128.LoadUnsafe(ref masks)) // public: constants
            ^ Vector128.Shuffle(products.AsByte(), Vector128.LoadUnsafe(ref masks, BlockSize)); // public: constants
    }

    /// <summary>Returns the sum of the halves, in both halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> AddHalves(Vector128<byte> x) => Vector128.Create(x.AsUInt64().GetElement(0) ^ x.AsUInt64().GetElement(1));

    /// <summary>Rotates each half: byte i of the result is byte i + bits / 8, modulo 8.</summary>
    private static Vector128<byte> Rotate(Vector128<ulong> x, int bits) =>
        bits == 0 ? x.AsByte() : ((x >>> bits) | (x << (64 - bits))).AsByte();

    // Shuffle masks for d = 0 … 7. An index above 15 gives zero. The first mask moves lanes 0 … 7 - d to d bytes higher, the second one moves the other lanes
    // to 8 - d bytes lower.
    private static ReadOnlySpan<byte> Masks =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 255,
        255, 255, 255, 255, 255, 255, 255, 14, 15, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255, 255,
        255, 255, 255, 255, 255, 255, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255,
        255, 255, 255, 255, 255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 255, 255, 255, 255,
        255, 255, 255, 255, 8, 9, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 0, 1, 2, 3, 4, 5, 255, 255, 255, 255, 255,
        255, 255, 255, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 0, 1, 2, 3, 255, 255, 255, 255, 255, 255,
        255, 255, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 0, 1, 255, 255, 255, 255, 255, 255, 255,
        255, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255,
    ];
}
