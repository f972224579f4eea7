using System.Buffers.Binary;
using System.Security.Cryptography;

namespace AesModes.Benchmarks.Study;

/// <summary>Holds a core against what is known, before it is timed.</summary>
internal static class StudyCheck
{
    private const byte Untouched = 0xA5;

    /// <summary>Where a byte of the counter carries into the next one. Above 2⁴⁰ no level can tell one from another.</summary>
    private static readonly int[] _borders = [8, 16, 24, 32, 40, 64, 128];

    /// <summary>vectors/aes-ctr.json, SP 800-38A's among them, and counters that cross each border, by an independent counter mode.</summary>
    public static IReadOnlyList<KnownAnswer> CreateCases(int keySize)
    {
        List<KnownAnswer> cases = [.. KnownAnswer.Ctr.Where(vector => vector.Key.Length == keySize)];
        if (!cases.Exists(vector => vector.Id.StartsWith("sp800-38a", StringComparison.Ordinal)))
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
                byte[] counter = new byte[StudyCore.BlockSize];
                BinaryPrimitives.WriteUInt128BigEndian(counter, unchecked(end - (uint)blocksBefore));
                byte[] text = KnownAnswer.LongPlaintext[..bytes];
                cases.Add(new KnownAnswer($"across 2^{border} after {blocksBefore} blocks, {bytes} bytes", key, counter, text, [], Encrypt(key, counter, text)));
            }
        }

        return cases;
    }

    /// <summary>By the framework's AES.</summary>
    public static byte[] Encrypt(byte[] key, byte[] counter, byte[] text)
    {
        using EcbCtr ecb = new(Message.CopyOf(key, counter, text, []));
        ecb.Encrypt();
        return ecb.Ciphertext.ToArray();
    }

    /// <summary>Says where the core goes wrong; null when nowhere.</summary>
    public static string? FindFault(StudyCore core, IEnumerable<KnownAnswer> cases) =>
        cases.Select(known => FindFault(core, known)).FirstOrDefault(fault => fault is not null);

    private static string? FindFault(StudyCore core, KnownAnswer known)
    {
        string name = $"{core.RowName}, AES-{8 * known.Key.Length}, {known.Id}";
        UInt128 counter = BinaryPrimitives.ReadUInt128BigEndian(known.Nonce);
        ReadOnlySpan<byte> plaintext = known.Plaintext.Span;
        byte[] destination = new byte[plaintext.Length + StudyCore.BlockSize];
        destination.AsSpan().Fill(Untouched);

        core.SetUp(known.Key, counter);
        core.Xor(counter, plaintext, destination);
        Span<byte> ciphertext = destination.AsSpan(0, plaintext.Length);
        if (known.Output is { } expected && !ciphertext.SequenceEqual(expected))
        {
            return $"{name}: byte {ciphertext.CommonPrefixLength(expected)} is wrong.";
        }

        if (known.Sha256 is { } hash && !SHA256.HashData(ciphertext).AsSpan().SequenceEqual(hash))
        {
            return $"{name}: the hash is another one.";
        }

        if (destination.AsSpan(plaintext.Length).ContainsAnyExcept(Untouched))
        {
            return $"{name}: wrote beyond the end.";
        }

        // Back, in place, with what is kept now being that of the text's end.
        core.Xor(counter, ciphertext, ciphertext);
        return ciphertext.SequenceEqual(plaintext) ? null : $"{name}: decrypted in place, byte {ciphertext.CommonPrefixLength(plaintext)} is wrong.";
    }
}
