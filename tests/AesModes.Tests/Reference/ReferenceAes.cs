namespace AesModes.Tests.Reference;

/// <summary>AES as in FIPS 197, one byte at a time. Computes the S-box from its definition: the inverse in GF(2⁸) and an affine map.</summary>
internal sealed class ReferenceAes
{
    private readonly byte[][] _roundKeys;

    public ReferenceAes(ReadOnlySpan<byte> key)
    {
        _roundKeys = ExpandKey(key);
    }

    /// <summary>FIPS 197 §5.1.1.</summary>
    public static ReadOnlySpan<byte> SBox => _sbox;

    /// <summary>11, 13 or 15 round keys of 16 bytes.</summary>
    public IReadOnlyList<byte[]> RoundKeys => _roundKeys;

    /// <summary>Encrypts each block separately (FIPS 197 §5.1).</summary>
    public byte[] Encrypt(ReadOnlySpan<byte> blocks)
    {
        byte[] result = blocks.ToArray();
        for (int at = 0; at < result.Length; at += 16)
        {
            EncryptBlock(result.AsSpan(at, 16));
        }

        return result;
    }

    private void EncryptBlock(Span<byte> state)
    {
        AddRoundKey(state, _roundKeys[0]);
        for (int round = 1; round < _roundKeys.Length - 1; round++)
        {
            Round(state, _roundKeys[round]);
        }

        SubBytes(state);
        ShiftRows(state);
        AddRoundKey(state, _roundKeys[^1]);
    }

    /// <summary>Computes a round other than the last (FIPS 197 §5.1), like the AESENC instruction.</summary>
    public static void Round(Span<byte> state, ReadOnlySpan<byte> key)
    {
        SubBytes(state);
        ShiftRows(state);
        MixColumns(state);
        AddRoundKey(state, key);
    }

    /// <summary>FIPS 197 §5.1.1.</summary>
    public static void SubBytes(Span<byte> state)
    {
        for (int i = 0; i < 16; i++)
        {
            state[i] = _sbox[state[i]];
        }
    }

    /// <summary>FIPS 197 §5.1.2: row r moves r places to the left. Byte r + 4c is in row r and column c.</summary>
    public static void ShiftRows(Span<byte> state)
    {
        Span<byte> before = stackalloc byte[16];
        state.CopyTo(before);
        for (int r = 0; r < 4; r++)
        {
            for (int c = 0; c < 4; c++)
            {
                state[r + (4 * c)] = before[r + (4 * ((c + r) % 4))];
            }
        }
    }

    /// <summary>FIPS 197 §5.1.3.</summary>
    public static void MixColumns(Span<byte> state)
    {
        for (int c = 0; c < 4; c++)
        {
            Span<byte> column = state.Slice(4 * c, 4);
            byte s0 = column[0], s1 = column[1], s2 = column[2], s3 = column[3];
            column[0] = (byte)(Double(s0) ^ Double(s1) ^ s1 ^ s2 ^ s3);
            column[1] = (byte)(s0 ^ Double(s1) ^ Double(s2) ^ s2 ^ s3);
            column[2] = (byte)(s0 ^ s1 ^ Double(s2) ^ Double(s3) ^ s3);
            column[3] = (byte)(Double(s0) ^ s0 ^ s1 ^ s2 ^ Double(s3));
        }
    }

    /// <summary>Multiplies by x in GF(2⁸) modulo x⁸ + x⁴ + x³ + x + 1 (FIPS 197 §4.2.1, xtime).</summary>
    public static byte Double(byte value) => (byte)((value << 1) ^ ((value >> 7) * 0x1B));

    /// <summary>The product in GF(2⁸) (FIPS 197 §4.2).</summary>
    public static byte Multiply(byte left, byte right)
    {
        byte product = 0;
        for (int i = 0; i < 8; i++)
        {
            product ^= (byte)(left * ((right >> i) & 1));
            left = Double(left);
        }

        return product;
    }

    private static void AddRoundKey(Span<byte> state, ReadOnlySpan<byte> key)
    {
        for (int i = 0; i < 16; i++)
        {
            state[i] ^= key[i];
        }
    }

    /// <summary>FIPS 197 §5.2, word by word.</summary>
    private static byte[][] ExpandKey(ReadOnlySpan<byte> key)
    {
        int keyWords = key.Length / 4;
        int roundKeys = keyWords + 7;
        byte[][] words = new byte[4 * roundKeys][];
        byte rcon = 1;
        for (int i = 0; i < words.Length; i++)
        {
            if (i < keyWords)
            {
                words[i] = key.Slice(4 * i, 4).ToArray();
                continue;
            }

            byte[] word = [.. words[i - 1]];
            if (i % keyWords == 0)
            {
                word = [(byte)(_sbox[word[1]] ^ rcon), _sbox[word[2]], _sbox[word[3]], _sbox[word[0]]];
                rcon = Double(rcon);
            }
            else if (keyWords > 6 && i % keyWords == 4)
            {
                word = [_sbox[word[0]], _sbox[word[1]], _sbox[word[2]], _sbox[word[3]]];
            }

            for (int b = 0; b < 4; b++)
            {
                word[b] ^= words[i - keyWords][b];
            }

            words[i] = word;
        }

        byte[][] keys = new byte[roundKeys][];
        for (int i = 0; i < roundKeys; i++)
        {
            keys[i] = [.. words[4 * i], .. words[(4 * i) + 1], .. words[(4 * i) + 2], .. words[(4 * i) + 3]];
        }

        return keys;
    }

    private static byte[] ComputeSBox()
    {
        byte[] sbox = new byte[256];
        for (int x = 0; x < 256; x++)
        {
            // x²⁵⁴ is the inverse of x, and zero for zero.
            byte inverse = 1;
            for (int i = 0; i < 254; i++)
            {
                inverse = Multiply(inverse, (byte)x);
            }

            // b′ᵢ = bᵢ ⊕ bᵢ₊₄ ⊕ bᵢ₊₅ ⊕ bᵢ₊₆ ⊕ bᵢ₊₇ ⊕ cᵢ, indices modulo 8, c = 0x63.
            byte mapped = 0x63;
            foreach (int distance in (ReadOnlySpan<int>)[0, 4, 5, 6, 7])
            {
                mapped ^= (byte)((inverse >> distance) | (inverse << (8 - distance)));
            }

            sbox[x] = mapped;
        }

        return sbox;
    }

    private static readonly byte[] _sbox = ComputeSBox();
}
