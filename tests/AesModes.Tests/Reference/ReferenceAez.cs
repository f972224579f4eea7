using System.Buffers.Binary;
using Org.BouncyCastle.Crypto.Digests;

namespace AesModes.Tests.Reference;

/// <summary>
/// AEZ v5 line by line from its description, slowly: one E at a time, byte by byte. Variables have the description's letters. The keys
/// come out of BouncyCastle's BLAKE2b, the rounds out of <see cref="ReferenceAes"/>.
/// </summary>
internal sealed partial class ReferenceAez
{
    private readonly byte[] _i;
    private readonly byte[] _j;
    private readonly byte[] _l;
    private readonly int _tagSize;

    /// <summary>2ⁿ·I for n = 0, 1, …, as far as a message needed them.</summary>
    private readonly List<byte[]> _doublesOfI = [];

    public ReferenceAez(byte[] key, int tagSize)
    {
        byte[] extracted = Extract(key);
        _i = extracted[..16];
        _j = extracted[16..32];
        _l = extracted[32..];
        _doublesOfI.Add(_i);
        _tagSize = tagSize;
    }

    /// <summary>I ‖ J ‖ L.</summary>
    public static byte[] Extract(byte[] key) => key.Length == 48 ? [.. key] : Blake2b(key, 48);

    public static byte[] Blake2b(byte[] message, int digestSize)
    {
        var blake = new Blake2bDigest(8 * digestSize);
        blake.BlockUpdate(message, 0, message.Length);
        byte[] digest = new byte[digestSize];
        blake.DoFinal(digest, 0);
        return digest;
    }

    public byte[] Encrypt(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] plaintext) =>
        plaintext.Length == 0 ? Prf(nonce, associatedData) : Encipher(nonce, associatedData, [.. plaintext, .. new byte[_tagSize]]);

    /// <summary>The plaintext, or null when the ciphertext is not authentic.</summary>
    public byte[]? Decrypt(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] ciphertext)
    {
        if (ciphertext.Length < _tagSize)
        {
            return null;
        }

        if (ciphertext.Length == _tagSize)
        {
            return ciphertext.AsSpan().SequenceEqual(Prf(nonce, associatedData)) ? [] : null;
        }

        byte[] text = Decipher(nonce, associatedData, ciphertext);
        return text[^_tagSize..].All(b => b == 0) ? text[..^_tagSize] : null;
    }

    /// <summary>AEZ-prf: what an empty message becomes.</summary>
    public byte[] Prf(byte[] nonce, IReadOnlyList<byte[]> associatedData)
    {
        byte[] delta = Hash(nonce, associatedData);
        List<byte> output = [];
        for (int n = 0; output.Count < _tagSize; n++)
        {
            output.AddRange(E(-1, 3, Xor(delta, Number(n))));
        }

        return [.. output.Take(_tagSize)];
    }

    /// <summary>A text of one byte or more, whatever its last bytes are: nothing is appended.</summary>
    public byte[] Encipher(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] text)
    {
        byte[] delta = Hash(nonce, associatedData);
        return text.Length < 32 ? EncipherTiny(delta, text) : Core(delta, text, 0);
    }

    /// <summary>The inverse: nothing is looked at nor cut off.</summary>
    public byte[] Decipher(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] text)
    {
        byte[] delta = Hash(nonce, associatedData);
        return text.Length < 32 ? DecipherTiny(delta, text) : Core(delta, text, 1);
    }

    /// <summary>AEZ-hash of (τ, nonce, A₁, A₂, …).</summary>
    private byte[] Hash(byte[] nonce, IReadOnlyList<byte[]> associatedData)
    {
        byte[] delta = E(3, 1, Number(8 * _tagSize));
        byte[][] strings = [nonce, .. associatedData];
        for (int s = 0; s < strings.Length; s++)
        {
            int j = 4 + s;
            int fullBlocks = strings[s].Length / 16;
            for (int i = 1; i <= fullBlocks; i++)
            {
                delta = Xor(delta, E(j, i, strings[s][(16 * (i - 1))..(16 * i)]));
            }

            byte[] rest = strings[s][(16 * fullBlocks)..];
            if (rest.Length > 0 || strings[s].Length == 0)
            {
                delta = Xor(delta, E(j, 0, Pad(rest)));
            }
        }

        return delta;
    }

    /// <summary>The tweakable cipher of one block.</summary>
    private byte[] E(int j, int i, byte[] x)
    {
        if (j == -1)
        {
            return Rounds(Xor(x, Times(i, _l)), _i, _j, _l, _i, _j, _l, _i, _j, _l, _i);
        }

        byte[] delta = Xor(Times(j, _j), DoubleOfI((i + 7) / 8), Times(i % 8, _l));
        return Rounds(Xor(x, delta), _j, _i, _l, new byte[16]);
    }

    private static byte[] Rounds(byte[] state, params byte[][] keys)
    {
        foreach (byte[] key in keys)
        {
            ReferenceAes.Round(state, key);
        }

        return state;
    }

    /// <summary>2ⁿ·I. Long messages need thousands, so they are kept.</summary>
    private byte[] DoubleOfI(int n)
    {
        while (_doublesOfI.Count <= n)
        {
            _doublesOfI.Add(Double(_doublesOfI[^1]));
        }

        return _doublesOfI[n];
    }

    /// <summary>nX: the xor of 2ᵇ·X over the set bits b of n.</summary>
    private static byte[] Times(int n, byte[] x)
    {
        byte[] product = new byte[16];
        for (; n > 0; n >>= 1)
        {
            if ((n & 1) == 1)
            {
                product = Xor(product, x);
            }

            x = Double(x);
        }

        return product;
    }

    /// <summary>The whole block one bit to the left; a bit that falls out of byte 0 is 0x87 in byte 15.</summary>
    private static byte[] Double(byte[] x)
    {
        byte[] doubled = new byte[16];
        for (int b = 0; b < 16; b++)
        {
            int next = b == 15 ? 0 : x[b + 1];
            doubled[b] = (byte)((x[b] << 1) | (next >> 7));
        }

        if (x[0] >= 0x80)
        {
            doubled[15] ^= 0x87;
        }

        return doubled;
    }

    /// <summary>X10*: to 16 bytes, of 0 to 15.</summary>
    private static byte[] Pad(byte[] x) => [.. x, 0x80, .. new byte[15 - x.Length]];

    /// <summary>A number of 128 bits, big-endian.</summary>
    private static byte[] Number(int n)
    {
        byte[] block = new byte[16];
        BinaryPrimitives.WriteInt32BigEndian(block.AsSpan(12), n);
        return block;
    }

    /// <summary>As long as the first: of the others, the end is cut off.</summary>
    private static byte[] Xor(byte[] first, params ReadOnlySpan<byte[]> others)
    {
        byte[] sum = [.. first];
        foreach (byte[] other in others)
        {
            for (int b = 0; b < sum.Length; b++)
            {
                sum[b] ^= other[b];
            }
        }

        return sum;
    }
}
