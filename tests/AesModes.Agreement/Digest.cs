using System.Buffers.Binary;
using System.Numerics;

namespace AesModes.Agreement;

/// <summary>A 64-bit digest of a sequence of outputs.</summary>
/// <remarks>
/// Not SHA-256: .NET's needs OpenSSL on Linux, which some of the platforms that are compared do not have. The errors to find are accidents. Each step is a
/// bijection of the state for a given word, and of the word for a given state: one wrong word always changes the digest.
/// </remarks>
internal struct Digest()
{
    private ulong _state = 0x9E3779B97F4A7C15;

    public readonly ulong Value => _state;

    public void Add(ReadOnlySpan<byte> output)
    {
        Add((ulong)output.Length);
        for (; output.Length >= sizeof(ulong); output = output[sizeof(ulong)..])
        {
            Add(BinaryPrimitives.ReadUInt64LittleEndian(output));
        }

        ulong last = 0;
        for (int i = output.Length - 1; i >= 0; i--)
        {
            last = (last << 8) | output[i];
        }

        Add(last);
    }

    public void Add(ulong word)
    {
        ulong x = (_state ^ word) * 0xD6E8FEB86659FD93;
        _state = BitOperations.RotateLeft(x, 29) + 0xA0761D6478BD642F;
    }
}
