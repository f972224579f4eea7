using System.Buffers.Binary;
using Org.BouncyCastle.Crypto.Digests;

namespace AesModes.Tests.Reference;

/// <summary>
/// A slow implementation of AEZ v5, line by line from its specification, with one E at a time. Variables have the specification's names. The keys come from BouncyCastle's
/// BLAKE2b, the rounds from <see cref="ReferenceAes"/>.
/// </summary>
internal sealed class ReferenceAez
{
    private readonly byte[] _i;
    private readonly byte[] _j;
    private readonly byte[] _l;
    private readonly int _tagSize;

    /// <summary>2ⁿ·I for n = 0, 1, …, computed when a message needs them.</summary>
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

    /// <summary>Returns the plaintext, or null if the ciphertext is not authentic.</summary>
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

    /// <summary>AEZ-prf: the ciphertext of an empty message.</summary>
    public byte[] Prf(byte[] nonce, IReadOnlyList<byte[]> associatedData)
    {
        List<byte> output = [];
        for (int n = 0; output.Count < _tagSize; n++)
        {
            output.AddRange(PrfBlock(nonce, associatedData, n));
        }

        return [.. output.Take(_tagSize)];
    }

    /// <summary>One block of AEZ-prf, by its index.</summary>
    public byte[] PrfBlock(byte[] nonce, IReadOnlyList<byte[]> associatedData, int number) =>
        E(-1, 3, Bytes.Xor(Hash(nonce, associatedData), Number(number)));

    /// <summary>Enciphers one or more bytes without appending a tag's zeros.</summary>
    public byte[] Encipher(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] text)
    {
        byte[] delta = Hash(nonce, associatedData);
        return text.Length < 32 ? EncipherTiny(delta, text) : Core(delta, text, 0);
    }

    /// <summary>Deciphers without checking or removing a tag's zeros.</summary>
    public byte[] Decipher(byte[] nonce, IReadOnlyList<byte[]> associatedData, byte[] text)
    {
        byte[] delta = Hash(nonce, associatedData);
        return text.Length < 32 ? DecipherTiny(delta, text) : Core(delta, text, 1);
    }

    /// <summary>AEZ-core, for 32 bytes or more. d = 0 enciphers, d = 1 deciphers.</summary>
    private byte[] Core(byte[] delta, byte[] text, int d)
    {
        // Pairs of blocks, then a fragment, then two blocks.
        int fragmentSize = text.Length % 32;
        int m = (text.Length - fragmentSize - 32) / 32;
        byte[] fragment = text[(32 * m)..(32 * m + fragmentSize)];
        byte[] mx = text[^32..^16];
        byte[] my = text[^16..];
        byte[] mu = fragment[..Math.Min(16, fragmentSize)];
        byte[] mv = fragment[mu.Length..];

        // 1.
        byte[][] w = new byte[m + 1][];
        byte[][] x = new byte[m + 1][];
        byte[] sumOfX = FragmentSum(mu, mv);
        for (int i = 1; i <= m; i++)
        {
            byte[] mi = text[(32 * (i - 1))..(32 * (i - 1) + 16)];
            byte[] mi2 = text[(32 * (i - 1) + 16)..(32 * i)];
            w[i] = Bytes.Xor(mi, E(1, i, mi2));
            x[i] = Bytes.Xor(mi2, E(0, 0, w[i]));
            sumOfX = Bytes.Xor(sumOfX, x[i]);
        }

        // 2.
        byte[] sx = Bytes.Xor(mx, delta, sumOfX, E(0, 1 + d, my));
        byte[] sy = Bytes.Xor(my, E(-1, 1 + d, sx));
        byte[] s = Bytes.Xor(sx, sy);

        // 3.
        List<byte> output = [];
        byte[] sumOfY = new byte[16];
        for (int i = 1; i <= m; i++)
        {
            byte[] s2 = E(2, i, s);
            byte[] y = Bytes.Xor(w[i], s2);
            byte[] z = Bytes.Xor(x[i], s2);
            byte[] ci2 = Bytes.Xor(y, E(0, 0, z));
            byte[] ci = Bytes.Xor(z, E(1, i, ci2));
            output.AddRange(ci);
            output.AddRange(ci2);
            sumOfY = Bytes.Xor(sumOfY, y);
        }

        byte[] cu = Bytes.Xor(mu, E(-1, 4, s));
        byte[] cv = Bytes.Xor(mv, E(-1, 5, s));
        output.AddRange(cu);
        output.AddRange(cv);
        sumOfY = Bytes.Xor(sumOfY, FragmentSum(cu, cv));

        // 4.
        byte[] cy = Bytes.Xor(sx, E(-1, 2 - d, sy));
        byte[] cx = Bytes.Xor(sy, delta, sumOfY, E(0, 2 - d, cy));
        output.AddRange(cx);
        output.AddRange(cy);
        return [.. output];
    }

    /// <summary>The fragment's contribution to X or Y. Below 16 bytes there is no v; with exactly 16 bytes v is empty.</summary>
    private byte[] FragmentSum(byte[] u, byte[] v) => u.Length switch
    {
        0 => new byte[16],
        < 16 => E(0, 4, Pad(u)),
        _ => Bytes.Xor(E(0, 4, u), E(0, 5, Pad(v))),
    };

    /// <summary>AEZ-tiny, for 1 to 31 bytes.</summary>
    private byte[] EncipherTiny(byte[] delta, byte[] text)
    {
        byte[] output = Feistel(delta, text, Enumerable.Range(0, TinyRounds(text.Length)));
        return text.Length < 16 ? FlipTopBit(delta, output) : output;
    }

    private byte[] DecipherTiny(byte[] delta, byte[] text)
    {
        byte[] input = text.Length < 16 ? FlipTopBit(delta, text) : text;
        return Feistel(delta, input, Enumerable.Range(0, TinyRounds(text.Length)).Reverse());
    }

    private static int TinyRounds(int size) => size switch
    {
        1 => 24,
        2 => 16,
        < 16 => 10,
        _ => 8,
    };

    /// <summary>Each half of n bytes has 4n bits, or n nibbles, even for odd n. The padding's one bit is the top bit of the nibble after R.</summary>
    private byte[] Feistel(byte[] delta, byte[] text, IEnumerable<int> rounds)
    {
        int n = text.Length;
        int t = n < 16 ? 7 : 6;
        byte[] halfBytes = ToHalfBytes(text);
        byte[] l = halfBytes[..n];
        byte[] r = halfBytes[n..];
        foreach (int j in rounds)
        {
            byte[] padded = ToBytes([.. r, 8, .. new byte[31 - n]]);
            byte[] f = E(0, t, Bytes.Xor(delta, padded, Number(j)));
            (l, r) = (r, Bytes.Xor(l, ToHalfBytes(f)));
        }

        return ToBytes([.. r, .. l]);
    }

    /// <summary>The extra step below 16 bytes, which is its own inverse: the top bit of its input to E is always set.</summary>
    private byte[] FlipTopBit(byte[] delta, byte[] text)
    {
        byte[] block = [.. text, .. new byte[16 - text.Length]];
        block[0] |= 0x80;
        byte[] flipped = [.. text];
        flipped[0] ^= (byte)(E(0, 3, Bytes.Xor(delta, block))[0] & 0x80);
        return flipped;
    }

    private static byte[] ToHalfBytes(byte[] bytes) => [.. bytes.SelectMany(b => (byte[])[(byte)(b >> 4), (byte)(b & 15)])];

    private static byte[] ToBytes(byte[] halfBytes) => [.. halfBytes.Chunk(2).Select(h => (byte)((h[0] << 4) | h[1]))];

    /// <summary>AEZ-hash of (τ, nonce, A₁, A₂, …).</summary>
    private byte[] Hash(byte[] nonce, IReadOnlyList<byte[]> associatedData)
    {
        byte[] delta = E(3, 1, Number(8L * _tagSize));
        byte[][] strings = [nonce, .. associatedData];
        for (int s = 0; s < strings.Length; s++)
        {
            int j = 4 + s;
            int fullBlocks = strings[s].Length / 16;
            for (int i = 1; i <= fullBlocks; i++)
            {
                delta = Bytes.Xor(delta, E(j, i, strings[s][(16 * (i - 1))..(16 * i)]));
            }

            byte[] rest = strings[s][(16 * fullBlocks)..];
            if (rest.Length > 0 || strings[s].Length == 0)
            {
                delta = Bytes.Xor(delta, E(j, 0, Pad(rest)));
            }
        }

        return delta;
    }

    /// <summary>E^{j,i}: the tweakable cipher of one block.</summary>
    public byte[] E(int j, int i, byte[] x)
    {
        if (j == -1)
        {
            return Rounds(Bytes.Xor(x, Times(i, _l)), _i, _j, _l, _i, _j, _l, _i, _j, _l, _i);
        }

        byte[] delta = Bytes.Xor(Times(j, _j), DoubleOfI((i + 7) / 8), Times(i % 8, _l));
        return Rounds(Bytes.Xor(x, delta), _j, _i, _l, new byte[16]);
    }

    private static byte[] Rounds(byte[] state, params byte[][] keys)
    {
        foreach (byte[] key in keys)
        {
            ReferenceAes.Round(state, key);
        }

        return state;
    }

    /// <summary>2ⁿ·I. Cached, because long messages need thousands.</summary>
    public byte[] DoubleOfI(int n)
    {
        while (_doublesOfI.Count <= n)
        {
            _doublesOfI.Add(Double(_doublesOfI[^1]));
        }

        return _doublesOfI[n];
    }

    /// <summary>nX: the XOR of 2ᵇ·X over the set bits b of n.</summary>
    public static byte[] Times(long n, byte[] x)
    {
        byte[] product = new byte[16];
        for (; n > 0; n >>= 1)
        {
            if ((n & 1) == 1)
            {
                product = Bytes.Xor(product, x);
            }

            x = Double(x);
        }

        return product;
    }

    /// <summary>Shifts the block left by one bit. A bit shifted out of byte 0 adds 0x87 to byte 15.</summary>
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

    /// <summary>X10*: pads 0 to 15 bytes to 16.</summary>
    private static byte[] Pad(byte[] x) => [.. x, 0x80, .. new byte[15 - x.Length]];

    /// <summary>A 128-bit number, big-endian.</summary>
    private static byte[] Number(long n)
    {
        byte[] block = new byte[16];
        BinaryPrimitives.WriteInt64BigEndian(block.AsSpan(8), n);
        return block;
    }
}
