using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>The self-tests of AEZ: a number stands for a kind of message, in both directions, and for the key that all share.</summary>
internal sealed class AezTests(Backend backend) : SelfTests(backend)
{
    /// <summary>The expanded key, from a size that BLAKE2b extracts.</summary>
    public const int Key = 0;

    /// <summary>The empty message: AEZ-prf.</summary>
    public const int Empty = 1;

    /// <summary>AEZ-tiny: up to 31 bytes with the tag.</summary>
    public const int Tiny = 2;

    /// <summary>AEZ-core without pairs: 32 to 63 bytes with the tag.</summary>
    public const int NoPairs = 3;

    /// <summary>AEZ-core with pairs that go one by one.</summary>
    public const int FewPairs = 4;

    /// <summary>Pairs that go through pipelines, from <see cref="LeastPairsSize"/> with the tag: first one pass alone, then both, with and without a whole group of eight at the end.</summary>
    public const int Pairs = 5;

    /// <summary>Pairs of a tag that is longer than one.</summary>
    public const int LongTag = 6;

    /// <summary>Associated data, and a nonce of several blocks.</summary>
    public const int AssociatedData = 7;

    /// <summary>Pairs that software's longest runs take, from <see cref="LeastManyPairsSize"/> with the tag: more than a chunk of them.</summary>
    public const int ManyPairs = 8;

    /// <summary>Seven pairs and the last one.</summary>
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

    protected override ulong Compute(int test, byte[] memory)
    {
        // Sizes of plaintexts that reach every kernel of the path on every backend.
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
        byte[] key = SelfTestData.Bytes(test == Key ? 130 : AezCipher.ExtractedKeySize, 1);
        using AezCipher mode = Backend.CreateAez(key, test switch { Empty => 40, Tiny => 1, LongTag => 100, _ => 16 }, isTrial: true);
        ulong digest = test == Key ? mode.DigestKey() : 0;
        foreach (int size in sizes)
        {
            if (test == AssociatedData)
            {
                ReadOnlyMemory<byte>[] strings = new ReadOnlyMemory<byte>[7];
                for (int i = 0; i < strings.Length; i++)
                {
                    strings[i] = SelfTestData.Bytes(i switch { 0 => 0, 1 => 5, 2 => 16, 3 => 33, 4 => 64, 5 => 200, _ => 2100 }, 4);
                }

                digest = Encipher(mode, digest, 40, size, strings, memory);
            }
            else
            {
                // A nonce of up to 15 bytes, and of 16 to 31: more are hashed beforehand.
                digest = Encipher(mode, Encipher(mode, digest, 12, size, [], memory), 24, size, [], memory);
            }
        }

        return digest;
    }

    protected override bool IsOfBackend(int test) => test != ManyPairs || !Backend.IsHardwareAccelerated;

    protected override ulong GetAnswer(int test) => test switch
    {
        Key => 0x3BAD15979C7E2F92,
        Empty => 0x0F4CA94652AA786C,
        Tiny => 0xE1936BC05D10255E,
        NoPairs => 0x109846A265A731E3,
        FewPairs => 0xAF6CDCB56BCE3CD0,
        Pairs => 0x982B7E5AC4C3E281,
        LongTag => 0x24015BD34F35CD57,
        AssociatedData => 0x80B36818192CA7EE,
        _ => 0x220658E4BFB14029,
    };

    /// <summary>Enciphers and deciphers: each is a permutation, so that any input does.</summary>
    private static ulong Encipher(AezCipher mode, ulong digest, int nonceSize, int size, ReadOnlyMemory<byte>[] strings, byte[] memory)
    {
        byte[] nonce = SelfTestData.Bytes(nonceSize, 2);
        Span<byte> whole = memory.AsSpan(0, size + mode.TagSize);
        Span<byte> enciphered = memory.AsSpan(MaxSize, size + mode.TagSize);
        Span<byte> deciphered = memory.AsSpan(2 * MaxSize, size);
        AezMessage encryption = new(nonce, whole[..size], enciphered, strings);
        AezMessage decryption = new(nonce, whole, deciphered, strings);
        _ = mode.Encipher(in encryption, inverse: false);
        Vector128<ulong> beyond = mode.Encipher(in decryption, inverse: true).Block.AsUInt64();
        digest = SelfTestData.Digest(SelfTestData.Digest(digest, enciphered), deciphered);
        return digest ^ (3 * beyond.GetElement(0)) ^ (5 * beyond.GetElement(1));
    }
}
