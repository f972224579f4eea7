using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text.Json;

namespace AesModes.Benchmarks.Study;

/// <summary>A text and what counter mode makes of it.</summary>
/// <param name="Name">A vector's id, or what is special.</param>
/// <param name="Key">16, 24 or 32 bytes.</param>
/// <param name="Counter">Of the first block.</param>
/// <param name="Plaintext">Any size.</param>
/// <param name="Ciphertext">As large; null where only its hash is known.</param>
/// <param name="Sha256">Of the ciphertext; null where all of it is known.</param>
internal sealed record StudyCase(
    string Name, byte[] Key, UInt128 Counter, ReadOnlyMemory<byte> Plaintext, byte[]? Ciphertext, byte[]? Sha256 = null)
{
    /// <summary>Where a byte of the counter carries into the next one. Above 2⁴⁰ no level can tell one from another.</summary>
    private static readonly int[] _borders = [8, 16, 24, 32, 40, 64, 128];

    /// <summary>Longer than any vector's.</summary>
    private static readonly byte[] _longPlaintext = CreateLongPlaintext(1 << 23);

    /// <summary>vectors/aes-ctr.json, SP 800-38A's among them, and counters that cross each border, by an independent counter mode.</summary>
    /// <param name="keySize">In bytes.</param>
    public static IReadOnlyList<StudyCase> Create(int keySize)
    {
        List<StudyCase> cases = [.. ReadVectors().Where(vector => vector.Key.Length == keySize)];
        if (!cases.Exists(vector => vector.Name.StartsWith("sp800-38a", StringComparison.Ordinal)))
        {
            throw new InvalidDataException($"vectors/aes-ctr.json has nothing of SP 800-38A for keys of {keySize} bytes.");
        }

        byte[] key = [.. Enumerable.Range(1, keySize).Select(i => (byte)(11 * i))];
        UInt128 upper = new(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210);
        foreach (int border in _borders)
        {
            foreach ((int blocksBefore, int bytes) in new[] { (1, 40), (3, 40960), (8, 4096), (300, 20485) })
            {
                UInt128 end = border == 128 ? 0 : (upper >> border) << border;
                UInt128 counter = unchecked(end - (uint)blocksBefore);
                ReadOnlyMemory<byte> text = _longPlaintext.AsMemory(0, bytes);
                cases.Add(new StudyCase($"across 2^{border} after {blocksBefore} blocks, {bytes} bytes", key, counter, text, Encrypt(key, counter, text.Span)));
            }
        }

        return cases;
    }

    /// <summary>SP 800-38A §6.5 by the framework's AES, a block at a time.</summary>
    public static byte[] Encrypt(byte[] key, UInt128 counter, ReadOnlySpan<byte> text)
    {
        byte[] blocks = new byte[(text.Length + StudyCore.BlockSize - 1) / StudyCore.BlockSize * StudyCore.BlockSize];
        for (int i = 0; i < blocks.Length; i += StudyCore.BlockSize, counter++)
        {
            BinaryPrimitives.WriteUInt128BigEndian(blocks.AsSpan(i), counter);
        }

        using Aes aes = Aes.Create();
        aes.Key = key;
        byte[] result = aes.EncryptEcb(blocks, PaddingMode.None)[..text.Length];
        for (int i = 0; i < result.Length; i++)
        {
            result[i] ^= text[i];
        }

        return result;
    }

    private static IEnumerable<StudyCase> ReadVectors()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "vectors", "aes-ctr.json")));
        foreach (JsonElement vector in document.RootElement.GetProperty("vectors").EnumerateArray())
        {
            bool isLong = vector.TryGetProperty("plaintextBytes", out JsonElement size);
            yield return new StudyCase(
                vector.GetProperty("id").GetString()!,
                Hex(vector, "key"),
                BinaryPrimitives.ReadUInt128BigEndian(Hex(vector, "initialCounter")),
                isLong ? _longPlaintext.AsMemory(0, size.GetInt32()) : Hex(vector, "plaintext"),
                isLong ? null : Hex(vector, "ciphertext"),
                isLong ? Hex(vector, "ciphertextSha256") : null);
        }
    }

    private static byte[] Hex(JsonElement vector, string field) => Convert.FromHexString(vector.GetProperty(field).GetString()!);

    /// <summary>vectors/README.md: byte i is (7·i + (i >> 8)) mod 256.</summary>
    private static byte[] CreateLongPlaintext(int size)
    {
        byte[] plaintext = new byte[size];
        for (int i = 0; i < size; i++)
        {
            plaintext[i] = unchecked((byte)((7 * i) + (i >> 8)));
        }

        return plaintext;
    }
}
