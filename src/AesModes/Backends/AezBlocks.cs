using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>How AEZ v5 makes one block from another; for the mode, and for backends' passes.</summary>
/// <remarks>A block is a polynomial over GF(2) modulo x¹²⁸ + x⁷ + x² + x + 1, the most significant bit of byte 0 first, as in CMAC.</remarks>
internal static class AezBlocks
{
    /// <summary>The block times x.</summary>
    /// <remarks>Bytes shift left; each takes its neighbour's top bit in, the last one the remainder 87. No compare: that would be a branch without vector units.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Double(Vector128<byte> block)
    {
        Vector128<byte> topBits = (block.AsUInt64() >>> 7).AsByte() & Vector128.Create((byte)1);
        Vector128<byte> carries = Vector128.Shuffle(
            Vector128<byte>.Zero - topBits, Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0));
        return (block + block) ^ (carries & Vector128.Create((byte)1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0x87));
    }

    /// <summary>nX: the sum of x^b · X over the bits b that are set in n.</summary>
    public static Vector128<byte> Multiply(uint n, Vector128<byte> block)
    {
        Vector128<byte> sum = Vector128<byte>.Zero;
        for (; n != 0; n >>= 1)
        {
            if ((n & 1) != 0)
            {
                sum ^= block;
            }

            block = Double(block);
        }

        return sum;
    }

    /// <summary>A number as 128 bits, big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> FromNumber(ulong number) => Vector128.Create(0, BinaryPrimitives.ReverseEndianness(number)).AsByte();

    /// <summary>10*: what follows so many bytes that do not fill a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Padding(int count) =>
        Vector128.Equals(Vector128<byte>.Indices, Vector128.Create((byte)count)) & Vector128.Create((byte)0x80);
}
