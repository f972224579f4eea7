namespace AesModes.Tests.Reference;

/// <summary>Helpers for byte arrays in tests.</summary>
internal static partial class Bytes
{
    public static byte[] Random(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>Pads with zeros to whole blocks (RFC 8452 §4: right_pad_to_multiple_of_16_bytes).</summary>
    public static byte[] Pad(ReadOnlySpan<byte> bytes)
    {
        byte[] padded = new byte[(bytes.Length + 15) / 16 * 16];
        bytes.CopyTo(padded);
        return padded;
    }

    /// <summary>XORs. The result is as long as the first operand; longer operands are truncated.</summary>
    public static byte[] Xor(ReadOnlySpan<byte> first, params ReadOnlySpan<byte[]> others)
    {
        byte[] sum = first.ToArray();
        foreach (byte[] other in others)
        {
            for (int i = 0; i < sum.Length; i++)
            {
                sum[i] ^= other[i];
            }
        }

        return sum;
    }

    /// <summary>Returns a copy with one bit flipped.</summary>
    public static byte[] Flip(ReadOnlySpan<byte> bytes, int bit)
    {
        byte[] flipped = bytes.ToArray();
        flipped[bit / 8] ^= (byte)(1 << (bit % 8));
        return flipped;
    }
}
