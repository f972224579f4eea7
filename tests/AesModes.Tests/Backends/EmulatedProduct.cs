using System.Numerics;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>The carry-less product of two 64-bit numbers, by schoolbook multiplication over GF(2).</summary>
internal static class EmulatedProduct
{
    public static Vector128<ulong> Multiply(ulong left, ulong right)
    {
        ulong low = 0;
        ulong high = 0;
        for (; right != 0; right &= right - 1)
        {
            // Adds left · xⁱ for the lowest remaining xⁱ. Two shifts make the high half, because a C# shift by 64 does nothing.
            int i = BitOperations.TrailingZeroCount(right);
            low ^= left << i;
            high ^= left >> 1 >> (63 - i);
        }

        return Vector128.Create(low, high);
    }

    /// <summary>The byte shuffle of PSHUFB and TBL for indices below 16. The caller handles other indices.</summary>
    public static byte At(Vector128<byte> value, int index)
    {
        ulong half = value.AsUInt64().GetElement(index >> 3);
        return (byte)(half >> (8 * (index & 7)));
    }
}

/// <summary><see cref="IByteProducts"/> in plain arithmetic, from the instructions' definition in the Arm manual.</summary>
internal readonly struct EmulatedByteProducts : IByteProducts
{
    public static bool IsSupported => true;

    public static Vector128<ushort> MultiplyLower(Vector128<byte> left, Vector128<byte> right) => Multiply(left, right, 0);

    public static Vector128<ushort> MultiplyUpper(Vector128<byte> left, Vector128<byte> right) => Multiply(left, right, 8);

    private static Vector128<ushort> Multiply(Vector128<byte> left, Vector128<byte> right, int first)
    {
        Span<ushort> products = stackalloc ushort[8];
        for (int i = 0; i < products.Length; i++)
        {
            products[i] = (ushort)EmulatedProduct.Multiply(left.GetElement(first + i), right.GetElement(first + i)).GetElement(0);
        }

        return Vector128.Create<ushort>(products);
    }
}
