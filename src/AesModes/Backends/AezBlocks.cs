using System.Buffers.Binary;
using System.Runtime.Intrinsics.X86;

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
        Vector128<byte> carries = RotateByByte(Vector128<byte>.Zero - topBits);
        return (block + block) ^ (carries & Vector128.Create((byte)1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0x87));
    }

    /// <summary>Byte i of the result is byte i + 1 of the value, the last one byte 0.</summary>
    /// <remarks>
    /// NativeAOT asks for SSSE3 at run time unless it is told that the CPU has it, and turns <see cref="Vector128.Shuffle(Vector128{byte}, Vector128{byte})"/> into
    /// a call of a loop. Without a call on either way the caller's registers stay where they are.
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

    /// <summary>A number as 128 bits, big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> FromNumber(ulong number) => Vector128.Create(0, BinaryPrimitives.ReverseEndianness(number)).AsByte();

    /// <summary>10*: what follows so many bytes that do not fill a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Padding(int count) =>
        Vector128.Equals(Vector128<byte>.Indices, Vector128.Create((byte)count)) & Vector128.Create((byte)0x80);
}
