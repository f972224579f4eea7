using System.Numerics;
using System.Runtime.Intrinsics;

namespace AesModes.Tests.Backends;

/// <summary>The carry-less product of two 64-bit numbers: polynomials over GF(2), schoolbook.</summary>
internal static class EmulatedProduct
{
    public static Vector128<ulong> Multiply(ulong left, ulong right)
    {
        ulong low = 0;
        ulong high = 0;
        for (; right != 0; right &= right - 1)
        {
            // The lowest xⁱ that is left: left · xⁱ, in two halves. (The C# shift by 64 is none, so in two steps.)
            int i = BitOperations.TrailingZeroCount(right);
            low ^= left << i;
            high ^= left >> 1 >> (63 - i);
        }

        return Vector128.Create(low, high);
    }

    /// <summary>The byte shuffle of PSHUFB and TBL for indices below 16; anything else the caller has sorted out.</summary>
    public static byte At(Vector128<byte> value, int index)
    {
        ulong half = value.AsUInt64().GetElement(index >> 3);
        return (byte)(half >> (8 * (index & 7)));
    }
}
