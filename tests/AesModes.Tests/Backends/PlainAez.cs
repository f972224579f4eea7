using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Tests.Backends;

/// <summary>AEZ v5's key, its tweakable cipher and its whole rounds, a byte at a time: what pieces are held against.</summary>
internal sealed class PlainAez
{
    /// <param name="extracted">I ‖ J ‖ L.</param>
    public PlainAez(ReadOnlySpan<byte> extracted)
    {
        I = extracted[..16].ToArray();
        J = extracted[16..32].ToArray();
        L = extracted[32..48].ToArray();

        // What the pieces have no business with is not zero.
        Vectors = ToVectors(Bytes.Random(new Random(5), 16 * AezKey.Count));
        ToVectors(Aes4).CopyTo(Vectors, AezKey.Aes4);
        ToVectors(Aes10).CopyTo(Vectors, AezKey.Aes10);
        for (int k = 0; k <= 15; k++)
        {
            Vectors[AezKey.Multiples + k] = Vector128.Create<byte>(Multiply(k % 8, L));
        }

        Vectors[AezKey.TripledJ] = Vector128.Create<byte>(Multiply(3, J));
        Vectors[AezKey.DoubledI] = Vector128.Create<byte>(Multiply(2, I));
    }

    public byte[] I { get; }

    public byte[] J { get; }

    public byte[] L { get; }

    /// <summary>Laid out as <see cref="AezKey"/> says.</summary>
    public Vector128<byte>[] Vectors { get; }

    public byte[] Aes4 => [.. J, .. I, .. L, .. new byte[16]];

    public byte[] Aes10 => [.. I, .. J, .. L, .. I, .. J, .. L, .. I, .. J, .. L, .. I];

    /// <summary>2^⌈i/8⌉·I.</summary>
    public byte[] MultipleOfI(int i)
    {
        byte[] multiple = I;
        for (int n = (i + 7) / 8; n > 0; n--)
        {
            multiple = Multiply(2, multiple);
        }

        return multiple;
    }

    /// <summary>E^{j,i} for j ≥ 0.</summary>
    public byte[] E(int j, int i, ReadOnlySpan<byte> block) =>
        Rounds(Aes4, Xor(Xor(Xor(block, Multiply(j, J)), MultipleOfI(i)), Multiply(i % 8, L)));

    /// <summary>Whole rounds, as many as there are keys.</summary>
    public static byte[] Rounds(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> block)
    {
        byte[] state = block.ToArray();
        for (; !keys.IsEmpty; keys = keys[16..])
        {
            ReferenceAes.Round(state, keys[..16]);
        }

        return state;
    }

    /// <summary>nX.</summary>
    public static byte[] Multiply(int n, byte[] block)
    {
        byte[] product = new byte[16];
        for (int bit = 30; bit >= 0; bit--)
        {
            bool overflow = product[0] >= 0x80;
            for (int i = 0; i < 16; i++)
            {
                product[i] = (byte)((product[i] << 1) | (i < 15 ? product[i + 1] >> 7 : 0));
            }

            product[15] ^= overflow ? (byte)0x87 : (byte)0;
            product = ((n >> bit) & 1) != 0 ? Xor(product, block) : product;
        }

        return product;
    }

    public static byte[] Xor(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        byte[] sum = left.ToArray();
        for (int i = 0; i < sum.Length; i++)
        {
            sum[i] ^= right[i];
        }

        return sum;
    }

    public static Vector128<byte>[] ToVectors(byte[] bytes) => MemoryMarshal.Cast<byte, Vector128<byte>>(bytes).ToArray();
}
