using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>A path that AEZ's messages of some kind take, in both directions.</summary>
internal interface IAezPath
{
    static abstract string Name { get; }

    /// <summary>Sizes of plaintexts that reach every kernel of the path on every backend.</summary>
    static abstract ReadOnlySpan<int> Sizes { get; }

    static abstract ulong Answer { get; }

    static virtual int TagSize => 16;

    /// <summary>Up to 15 bytes, and 16 to 31: more are hashed beforehand.</summary>
    static virtual ReadOnlySpan<int> NonceSizes => [12, 24];

    static virtual ReadOnlySpan<int> StringSizes => [];
}

/// <summary>A path of AEZ.</summary>
internal readonly struct AezTest<TPath> : ISelfTest
    where TPath : struct, IAezPath
{
    public static string Name => $"AEZ, {TPath.Name}";

    public static ulong Answer => TPath.Answer;

    public static ulong Compute<TBackend>()
        where TBackend : struct, IBackend
    {
        using AezCipher<TBackend> mode = new(SelfTestData.Key(AezCipher.ExtractedKeySize), TPath.TagSize, isTrial: true);
        ReadOnlyMemory<byte>[] strings = new ReadOnlyMemory<byte>[TPath.StringSizes.Length];
        for (int i = 0; i < strings.Length; i++)
        {
            strings[i] = SelfTestData.Bytes(TPath.StringSizes[i], 4);
        }

        // Enciphered and deciphered: each is a permutation, so that any input does.
        ulong digest = 0;
        foreach (int nonceSize in TPath.NonceSizes)
        {
            foreach (int size in TPath.Sizes)
            {
                digest = Encipher(mode, digest, SelfTestData.Bytes(nonceSize, 2), size, strings);
            }
        }

        return digest;
    }

    private static ulong Encipher(AezCipher mode, ulong digest, byte[] nonce, int size, ReadOnlyMemory<byte>[] strings)
    {
        byte[] enciphered = new byte[size + TPath.TagSize];
        byte[] deciphered = new byte[size];
        AezMessage encryption = new(nonce, SelfTestData.Bytes(size, 3), enciphered, strings);
        AezMessage decryption = new(nonce, SelfTestData.Bytes(enciphered.Length, 5), deciphered, strings);
        _ = mode.Encipher(in encryption, inverse: false);
        Vector128<ulong> beyond = mode.Encipher(in decryption, inverse: true).Block.AsUInt64();
        digest = SelfTestData.Digest(SelfTestData.Digest(digest, enciphered), deciphered);
        digest = SelfTestData.Step(SelfTestData.Step(digest, beyond.GetElement(0)), beyond.GetElement(1));
        return digest;
    }
}

/// <summary>The expanded key, from 48 bytes and from another size by BLAKE2b.</summary>
internal readonly struct AezKeyTest : ISelfTest
{
    public static string Name => "AEZ, key";

    public static ulong Answer => 0x37D7FA835D1C20AC;

    public static ulong Compute<TBackend>()
        where TBackend : struct, IBackend
    {
        using AezCipher<TBackend> whole = new(SelfTestData.Key(AezCipher.ExtractedKeySize), 16, isTrial: true);
        using AezCipher<TBackend> hashed = new(SelfTestData.Key(130), 16, isTrial: true);
        return SelfTestData.Step(whole.DigestKey(), hashed.DigestKey());
    }
}

/// <summary>The empty message: AEZ-prf.</summary>
internal readonly struct AezEmpty : IAezPath
{
    public static string Name => "empty message";

    public static ReadOnlySpan<int> Sizes => [0];

    public static int TagSize => 40;

    public static ulong Answer => 0x15B93673EA01D63F;
}

/// <summary>AEZ-tiny: up to 31 bytes with the tag.</summary>
internal readonly struct AezTiny : IAezPath
{
    public static string Name => "AEZ-tiny";

    public static ReadOnlySpan<int> Sizes => [1, 2, 7, 14, 15, 16, 23, 30];

    public static int TagSize => 1;

    public static ulong Answer => 0x224C5D3F1D9F89D0;
}

/// <summary>AEZ-core without pairs: 32 to 63 bytes with the tag.</summary>
internal readonly struct AezFew : IAezPath
{
    public static string Name => "AEZ-core, no pairs";

    public static ReadOnlySpan<int> Sizes => [16, 21, 32, 47];

    public static ulong Answer => 0x8869B10D23E7A160;
}

/// <summary>AEZ-core with pairs that go one by one.</summary>
internal readonly struct AezPairs : IAezPath
{
    public static string Name => "AEZ-core, few pairs";

    public static ReadOnlySpan<int> Sizes => [48, 101, 239];

    public static ulong Answer => 0x032D71D996FF86E3;
}

/// <summary>Pairs that go through pipelines: first one pass alone, then both, with and without a whole group of eight at the end.</summary>
internal readonly struct AezLongPairs : IAezPath
{
    /// <summary>With the tag: seven pairs and the last one.</summary>
    public const int LeastSize = 256;

    public static string Name => "AEZ-core, pairs";

    public static ReadOnlySpan<int> Sizes => [240, 301, 368, 557, 1000];

    public static ulong Answer => 0x4CE7909B8E703F10;
}

/// <summary>Pairs that software's longest runs take: more than a chunk of them.</summary>
internal readonly struct AezManyPairs : IAezPath
{
    /// <summary>With the tag.</summary>
    public const int LeastSize = 2048;

    public static string Name => "AEZ-core, many pairs";

    public static ReadOnlySpan<int> Sizes => [2100, 6200];

    public static ulong Answer => 0xBA8F6728E21474E1;
}

/// <summary>Pairs of a tag that is longer than one.</summary>
internal readonly struct AezPairsBeyond : IAezPath
{
    public static string Name => "AEZ-core, long tag";

    public static ReadOnlySpan<int> Sizes => [1, 77, 600, 2300];

    public static int TagSize => 100;

    public static ulong Answer => 0x6D152FE3E6340549;
}

/// <summary>Associated data, and a nonce of several blocks.</summary>
internal readonly struct AezStrings : IAezPath
{
    public static string Name => "associated data";

    public static ReadOnlySpan<int> Sizes => [16];

    public static ReadOnlySpan<int> NonceSizes => [40];

    public static ReadOnlySpan<int> StringSizes => [0, 5, 16, 33, 64, 200, 1500];

    public static ulong Answer => 0xD85F0B0B76AB480E;
}
