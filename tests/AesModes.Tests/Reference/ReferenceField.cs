using System.Buffers.Binary;

namespace AesModes.Tests.Reference;

/// <summary>
/// POLYVAL's field, GF(2¹²⁸) modulo x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1, bit by bit, and POLYVAL (RFC 8452 §3). Bit i of a number is the
/// coefficient of xⁱ; bytes are little-endian.
/// </summary>
internal static class ReferenceField
{
    /// <summary>x¹²⁸, reduced.</summary>
    private static readonly UInt128 _modulus = (UInt128.One << 127) | (UInt128.One << 126) | (UInt128.One << 121) | 1;

    /// <summary>x⁻¹²⁸ = x¹²⁷ + x¹²⁴ + x¹²¹ + x¹¹⁴ + 1 (RFC 8452 §3).</summary>
    public static UInt128 InverseOfX128 { get; } =
        (UInt128.One << 127) | (UInt128.One << 124) | (UInt128.One << 121) | (UInt128.One << 114) | 1;

    public static UInt128 Read(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt128LittleEndian(bytes);

    public static byte[] Write(UInt128 value)
    {
        byte[] bytes = new byte[16];
        BinaryPrimitives.WriteUInt128LittleEndian(bytes, value);
        return bytes;
    }

    public static UInt128 Multiply(UInt128 left, UInt128 right)
    {
        UInt128 product = 0;
        for (int i = 0; i < 128; i++)
        {
            // Masks instead of branches, which would be mispredicted half of the time.
            product ^= left & (0 - ((right >> i) & 1));
            left = (left << 1) ^ (_modulus & (0 - (left >> 127)));
        }

        return product;
    }

    /// <summary>RFC 8452 §3: dot(a, b) = a · b · x⁻¹²⁸.</summary>
    public static UInt128 Dot(UInt128 left, UInt128 right) => Multiply(Multiply(left, right), InverseOfX128);

    public static UInt128 Power(UInt128 value, UInt128 exponent)
    {
        UInt128 result = 1;
        for (; exponent > 0; exponent >>= 1)
        {
            if ((exponent & 1) == 1)
            {
                result = Multiply(result, value);
            }

            value = Multiply(value, value);
        }

        return result;
    }

    /// <summary>The field has 2¹²⁸ elements, so a²^¹²⁸⁻² is the inverse of a.</summary>
    public static UInt128 Invert(UInt128 value) => Power(value, UInt128.MaxValue - 1);

    /// <summary>POLYVAL of whole blocks, continued from an accumulator: Sⱼ = dot(Sⱼ₋₁ ⊕ Xⱼ, H). One of dot's two products is the same for all blocks.</summary>
    public static UInt128 Polyval(UInt128 h, UInt128 accumulator, ReadOnlySpan<byte> blocks)
    {
        UInt128 factor = Multiply(h, InverseOfX128);
        for (int at = 0; at < blocks.Length; at += 16)
        {
            accumulator = Multiply(accumulator ^ Read(blocks.Slice(at, 16)), factor);
        }

        return accumulator;
    }
}
