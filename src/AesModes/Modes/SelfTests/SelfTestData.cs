using System.Buffers.Binary;
using System.Numerics;

namespace AesModes.Modes;

/// <summary>The inputs of self-tests, and the digest of their outputs. Nothing here is secret.</summary>
internal static class SelfTestData
{
    /// <summary>
    /// Fills the buffer with bytes without a pattern that a fault could share. They come from a linear congruential generator (Knuth's MMIX constants) with its high
    /// half mixed in.
    /// </summary>
    /// <param name="bytes">The buffer: a multiple of 8 bytes.</param>
    public static void Fill(Span<byte> bytes)
    {
        ulong seed = 3;
        while (!bytes.IsEmpty)
        {
            seed = (seed * 6364136223846793005) + 1442695040888963407;
            BinaryPrimitives.WriteUInt64LittleEndian(bytes, seed ^ (seed >> 32));
            bytes = bytes[sizeof(ulong)..];
        }
    }

    /// <summary>Computes a digest that every single wrong bit changes, because each step is a bijection of the digest and of the word. It detects faults, not attacks.</summary>
    public static ulong Digest(ulong digest, ReadOnlySpan<byte> output)
    {
        // Four chains, because each step waits for the one before it.
        ulong second = ~digest;
        ulong third = 3 * digest;
        ulong fourth = ~third;
        while (output.Length >= 4 * sizeof(ulong))
        {
            digest = Step(digest, BinaryPrimitives.ReadUInt64LittleEndian(output));
            second = Step(second, BinaryPrimitives.ReadUInt64LittleEndian(output[sizeof(ulong)..]));
            third = Step(third, BinaryPrimitives.ReadUInt64LittleEndian(output[(2 * sizeof(ulong))..]));
            fourth = Step(fourth, BinaryPrimitives.ReadUInt64LittleEndian(output[(3 * sizeof(ulong))..]));
            output = output[(4 * sizeof(ulong))..];
        }

        foreach (byte b in output)
        {
            digest = Step(digest, b);
        }

        return Step(Step(Step(digest, second), third), fourth);

        static ulong Step(ulong digest, ulong word) => BitOperations.RotateLeft(digest ^ word, 29) * 0x9E3779B97F4A7C15;
    }
}
