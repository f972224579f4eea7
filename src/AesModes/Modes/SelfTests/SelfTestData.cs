using System.Buffers.Binary;
using System.Numerics;

namespace AesModes.Modes;

/// <summary>The inputs of self-tests, and what becomes of their outputs. Nothing here is secret.</summary>
internal static class SelfTestData
{
    /// <summary>An AES key of that size, or 48 bytes of an AEZ key.</summary>
    public static byte[] Key(int size) => Bytes(size, 1);

    /// <summary>Bytes without a pattern that a fault could share: a linear congruential generator (Knuth's MMIX constants), its high half mixed in.</summary>
    public static byte[] Bytes(int size, ulong seed)
    {
        byte[] bytes = new byte[size];
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        for (Span<byte> rest = bytes; !rest.IsEmpty; rest = rest[Math.Min(rest.Length, sizeof(ulong))..])
        {
            seed = (seed * 6364136223846793005) + 1442695040888963407;
            BinaryPrimitives.WriteUInt64LittleEndian(word, seed ^ (seed >> 32));
            word[..Math.Min(rest.Length, sizeof(ulong))].CopyTo(rest);
        }

        return bytes;
    }

    /// <summary>
    /// A digest that every single wrong bit changes: each step is a bijection of the digest and of the word. (It resists faults, not attackers.)
    /// </summary>
    public static ulong Digest(ulong digest, ReadOnlySpan<byte> output)
    {
        while (output.Length >= sizeof(ulong))
        {
            digest = Step(digest, BinaryPrimitives.ReadUInt64LittleEndian(output));
            output = output[sizeof(ulong)..];
        }

        foreach (byte b in output)
        {
            digest = Step(digest, b);
        }

        return digest;
    }

    /// <summary>The same of a number.</summary>
    public static ulong Step(ulong digest, ulong word) => BitOperations.RotateLeft(digest ^ word, 29) * 0x9E3779B97F4A7C15;
}
