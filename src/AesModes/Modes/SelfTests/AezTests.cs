using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>The self-tests of AEZ. Each number stands for a kind of message, in both directions; <see cref="Key"/> stands for the key setup, which all share.</summary>
internal sealed class AezTests(Backend backend) : SelfTests(backend)
{
    /// <summary>The expanded key, from a key of a size that BLAKE2b hashes.</summary>
    public const int Key = 0;

    /// <summary>The empty message: AEZ-prf.</summary>
    public const int Empty = 1;

    /// <summary>AEZ-tiny: up to 31 bytes with the tag.</summary>
    public const int Tiny = 2;

    /// <summary>AEZ-core without pairs: 32 to 63 bytes with the tag.</summary>
    public const int NoPairs = 3;

    /// <summary>AEZ-core with pairs that are processed one by one.</summary>
    public const int FewPairs = 4;

    /// <summary>
    /// AEZ-core with pairs in pipelines, from <see cref="LeastPairsSize"/> including the tag. Smaller sizes have a pipeline in one pass, larger ones in both, with
    /// and without a whole group of eight at the end.
    /// </summary>
    public const int Pairs = 5;

    /// <summary>AEZ-core with a tag that is longer than a pair.</summary>
    public const int LongTag = 6;

    /// <summary>Associated data, and a nonce of several blocks.</summary>
    public const int AssociatedData = 7;

    /// <summary>AEZ-core with pairs in the longest runs of software, from <see cref="LeastManyPairsSize"/> including the tag: more than a chunk.</summary>
    public const int ManyPairs = 8;

    /// <summary>Seven pairs, and M_x and M_y.</summary>
    public const int LeastPairsSize = 256;

    public const int LeastManyPairsSize = 2048;

    protected override int Count => 9;

    public override string GetName(int test) => "AEZ, " + test switch
    {
        Key => "key",
        Empty => "empty message",
        Tiny => "AEZ-tiny",
        NoPairs => "AEZ-core, no pairs",
        FewPairs => "AEZ-core, few pairs",
        Pairs => "AEZ-core, pairs",
        LongTag => "AEZ-core, long tag",
        AssociatedData => "associated data",
        _ => "AEZ-core, many pairs",
    };

    [SuppressMessage("Reliability", "CA2000:Dispose objects before losing scope", Justification = "The key is public.")]
    protected override ulong Compute(Backend backend, int test, byte[] memory)
    {
        // Plaintext sizes that reach every kernel of the path on every backend.
        ReadOnlySpan<int> sizes = test switch
        {
            Key => [],
            Empty => [0],
            Tiny => [1, 2, 7, 14, 15, 16, 23, 30],
            NoPairs => [16, 21, 32, 47],
            FewPairs => [48, 101, 239],
            Pairs => [240, 301, 368, 557, 1000, 2100],
            LongTag => [1, 77, 600, 2300],
            AssociatedData => [16],
            _ => [6200],
        };
        Span<byte> key = memory.AsSpan(0, test == Key ? 130 : AezCipher.ExtractedKeySize);
        AezCipher mode = backend.CreateAez(key, test switch { Empty => 40, Tiny => 1, LongTag => 100, _ => 16 }, isTrial: true);
        if (test == Key)
        {
            return mode.DigestKey();
        }

        ulong digest = 0;
        foreach (int size in sizes)
        {
            Span<byte> whole = memory.AsSpan(0, size + mode.TagSize);
            Span<byte> enciphered = memory.AsSpan(MaxSize, size + mode.TagSize);
            Span<byte> deciphered = memory.AsSpan(2 * MaxSize, size);
            if (test == AssociatedData)
            {
                Span<byte> nonce = memory.AsSpan(100, 40);
                ReadOnlyMemory<byte>[] strings = CreateStrings(memory);
                digest = Encipher(mode, digest, new(nonce, whole[..size], enciphered, strings), new(nonce, whole, deciphered, strings));
            }
            else
            {
                // A nonce of up to 15 bytes, and one of 16 to 31. Longer nonces are hashed beforehand.
                for (int nonceSize = 12; nonceSize <= 24; nonceSize += 12)
                {
                    Span<byte> nonce = memory.AsSpan(100, nonceSize);
                    digest = Encipher(mode, digest, new(nonce, whole[..size], enciphered), new(nonce, whole, deciphered));
                }
            }
        }

        return digest;
    }

    protected override bool IsOf(Backend backend, int test) => test != ManyPairs || !backend.IsHardwareAccelerated;

    protected override ulong GetAnswer(int test) => test switch
    {
        Key => 0x4CFDA8EC698A1C2C,
        Empty => 0xAAD72DE2D9753A89,
        Tiny => 0x112BAE9CDF3AAB2A,
        NoPairs => 0xBCD66EB333188A2B,
        FewPairs => 0x2B550AF3B4D4EEE7,
        Pairs => 0x74DAA141A2CB1E95,
        LongTag => 0xCAE4F98789F477A9,
        AssociatedData => 0xE1A9E1D52C6D9AA7,
        _ => 0x68F3EC45ECD414B1,
    };

    // Separate, because most tests do not need it: for those, the JIT does not load these types.
    private static ReadOnlyMemory<byte>[] CreateStrings(byte[] memory)
    {
        ReadOnlySpan<int> sizes = [0, 5, 16, 33, 64, 200, 2100];
        ReadOnlyMemory<byte>[] strings = new ReadOnlyMemory<byte>[sizes.Length];
        for (int i = 0; i < strings.Length; i++)
        {
            strings[i] = memory.AsMemory(1, sizes[i]);
        }

        return strings;
    }

    /// <summary>Enciphers and deciphers. Each is a permutation, so any input will do.</summary>
    private static ulong Encipher(AezCipher mode, ulong digest, in AezMessage encryption, in AezMessage decryption)
    {
        _ = mode.Encipher(in encryption, inverse: false);
        Vector128<ulong> beyond = mode.Encipher(in decryption, inverse: true).Block.AsUInt64();
        digest = SelfTestData.Digest(SelfTestData.Digest(digest, encryption.Destination), decryption.Destination);
        return digest ^ (3 * beyond.GetElement(0)) ^ (5 * beyond.GetElement(1));
    }
}
