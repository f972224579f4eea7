using System.Numerics;
using System.Security.Cryptography;

namespace AesModes.Tests.Reference;

/// <summary>Counter mode from SP 800-38A §6.5 with the platform's AES. Counters are big integers, reduced to 128 bits.</summary>
internal static class ReferenceCtr
{
    private static readonly BigInteger _modulus = BigInteger.One << 128;

    /// <summary>XORs the message with the key stream, starting at this byte position.</summary>
    public static byte[] Xor(byte[] key, byte[] initialCounter, ReadOnlySpan<byte> text, BigInteger position = default) =>
        Bytes.Xor(text, KeyStream(key, initialCounter, position, text.Length));

    /// <summary>Returns the given number of bytes of the key stream, starting at this position.</summary>
    public static byte[] KeyStream(byte[] key, byte[] initialCounter, BigInteger position, int count)
    {
        int skip = (int)(position % 16);
        int blocks = (skip + count + 15) / 16;
        BigInteger counter = new BigInteger(initialCounter, isUnsigned: true, isBigEndian: true) + (position / 16);
        byte[] counters = new byte[16 * blocks];
        for (int i = 0; i < blocks; i++)
        {
            CounterBlock(counter + i).CopyTo(counters, 16 * i);
        }

        using Aes aes = Aes.Create();
        aes.Key = key;
        return aes.EncryptEcb(counters, PaddingMode.None)[skip..(skip + count)];
    }

    /// <summary>The number modulo 2¹²⁸.</summary>
    public static BigInteger Wrap(BigInteger number) => ((number % _modulus) + _modulus) % _modulus;

    /// <summary>The number modulo 2¹²⁸ as a big-endian block.</summary>
    public static byte[] CounterBlock(BigInteger counter)
    {
        byte[] number = Wrap(counter).ToByteArray(isUnsigned: true, isBigEndian: true);
        return [.. new byte[16 - number.Length], .. number];
    }
}
