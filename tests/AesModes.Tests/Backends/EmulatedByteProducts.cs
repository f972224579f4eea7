using System.Runtime.Intrinsics;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

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
