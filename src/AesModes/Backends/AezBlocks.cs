using System.Buffers.Binary;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends;

/// <summary>AEZ v5's operations on single blocks, for the mode and for the backends' passes.</summary>
/// <remarks>A block is a polynomial over GF(2) modulo x¹²⁸ + x⁷ + x² + x + 1. The most significant bit of byte 0 is the highest coefficient, as in CMAC.</remarks>
internal static class AezBlocks
{
    /// <summary>Multiplies a block by x.</summary>
    /// <remarks>
    /// Bytes shift left. Each byte takes in the top bit of the next byte, and the last byte takes in the remainder 87. A compare would be a branch without vector
    /// units.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Double(Vector128<byte> block)
    {
        Vector128<byte> topBits = (block.AsUInt64() >>> 7).AsByte() & Vector128.Create((byte)1);
        Vector128<byte> carries = RotateByByte(Vector128<byte>.Zero - topBits);
        return (block + block) ^ (carries & Vector128.Create((byte)1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0x87));
    }

    /// <summary>Byte i of the result is byte i + 1 of the value. The last byte is byte 0.</summary>
    /// <remarks>
    /// Unless NativeAOT is told that the CPU has SSSE3, it checks for it at run time, and compiles <see cref="Vector128.Shuffle(Vector128{byte}, Vector128{byte})"/>
    /// to a call of a loop. Without a call on either path, the caller's values stay in their registers.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> RotateByByte(Vector128<byte> value) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(value, Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0))
        : Sse2.IsSupported ? Sse2.ShiftRightLogical128BitLane(value, 1) | Sse2.ShiftLeftLogical128BitLane(value, 15)
        : Vector128.Shuffle(value, Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0));

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

    /// <summary>Returns a number as 128 bits, big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> FromNumber(ulong number) => Vector128.Create(0, BinaryPrimitives.ReverseEndianness(number)).AsByte();

    /// <summary>Returns the padding 10* after <paramref name="count"/> bytes that do not fill a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Padding(int count) =>
        Vector128.Equals(Vector128<byte>.Indices, Vector128.Create((byte)count)) & Vector128.Create((byte)0x80);
}
