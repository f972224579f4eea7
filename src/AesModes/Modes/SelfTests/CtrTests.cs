using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>A path that counter mode's texts of some sizes take.</summary>
internal interface ICtrPath
{
    static abstract string Name { get; }

    /// <summary>Sizes that reach every kernel of the path on every backend.</summary>
    static abstract ReadOnlySpan<int> Sizes { get; }

    /// <summary>The digests under AES-128, AES-192 and AES-256.</summary>
    static abstract ReadOnlySpan<ulong> Answers { get; }

    /// <summary>The byte of the key stream that the texts begin at.</summary>
    static virtual long Position => 0;

    /// <summary>The size of the text that a transform is given; 0 where transforms take another path.</summary>
    static virtual int TransformSize => 0;
}

/// <summary>A path of counter mode with one key size.</summary>
internal readonly struct CtrTest<TPath, TKey> : ISelfTest
    where TPath : struct, ICtrPath
    where TKey : struct, IAesKeySize
{
    public static string Name => $"AES-CTR, {TPath.Name}, {TKey.Name}";

    public static ulong Answer => TPath.Answers[(TKey.Size - 16) / 8];

    public static ulong Compute<TBackend>()
        where TBackend : struct, IBackend
    {
        using CtrCipher<TBackend> mode = new(SelfTestData.Key(TKey.Size), isTrial: true);
        ulong digest = 0;

        // The low byte wraps after two blocks, and after 256: batches are cut short, and whole.
        UInt128 counter = ((UInt128)0x0123456789ABCDEF << 64) | 0xFEDCBA98FFFFFFFE;
        foreach (int size in TPath.Sizes)
        {
            byte[] source = SelfTestData.Bytes(size, 3);
            byte[] destination = new byte[size];
            mode.Xor(counter, TPath.Position, source, destination);
            digest = SelfTestData.Digest(digest, destination);
            mode.Xor(counter + 2, TPath.Position, source, destination);
            digest = SelfTestData.Digest(digest, destination);
        }

        return TPath.TransformSize == 0 ? digest : SelfTestData.Digest(digest, Transform(mode, counter, TPath.TransformSize));
    }

    /// <summary>The output of a transform that is given its text in pieces.</summary>
    private static byte[] Transform(CtrCipher mode, UInt128 counter, int size)
    {
        byte[] source = SelfTestData.Bytes(size, 3);
        byte[] destination = new byte[size];
        using ICryptoTransform transform = mode.CreateTransform(counter);
        int done = transform.TransformBlock(source, 0, size / 2, destination, 0);
        done += transform.TransformBlock(source, done, 3, destination, done);
        transform.TransformFinalBlock(source, done, size - done).CopyTo(destination, done);
        return destination;
    }
}

/// <summary>Up to a block.</summary>
internal readonly struct CtrOne : ICtrPath
{
    public const int MaxSize = 16;

    public static string Name => "one block";

    public static ReadOnlySpan<int> Sizes => [1, 16];

    public static ReadOnlySpan<ulong> Answers => [0x17DBA126D87C05AB, 0x78E7967EB56C47BD, 0x00302C9425F3204B];
}

/// <summary>Up to four blocks.</summary>
internal readonly struct CtrFour : ICtrPath
{
    public const int MaxSize = 64;

    public static string Name => "four blocks";

    public static ReadOnlySpan<int> Sizes => [17, 47, 64];

    public static ReadOnlySpan<ulong> Answers => [0x23B18AC0D2D24692, 0xD0273F9D896EF6BC, 0x3C3A3C5C727AFB87];
}

/// <summary>Up to eight blocks: below software's long runs.</summary>
internal readonly struct CtrSeveral : ICtrPath
{
    public const int MaxSize = 128;

    public static string Name => "several blocks";

    public static ReadOnlySpan<int> Sizes => [65, 97, 128];

    public static ReadOnlySpan<ulong> Answers => [0x93DC7E4D526FA042, 0x018F7EAA8FFB4649, 0xD64DED3CB49123CB];
}

/// <summary>More, without a FACE table.</summary>
internal readonly struct CtrMany : ICtrPath
{
    public static string Name => "long";

    public static ReadOnlySpan<int> Sizes => [129, 144, 192, 250, 1037, 1153, 2800];

    public static ReadOnlySpan<ulong> Answers => [0x650C603FB74270E3, 0x015B5250542A5DD2, 0xC4D6F18471155C18];
}

/// <summary>A text that begins within a block, and ends within it.</summary>
internal readonly struct CtrPart : ICtrPath
{
    public static string Name => "part of a block";

    public static ReadOnlySpan<int> Sizes => [1, 11];

    public static long Position => 5;

    public static ReadOnlySpan<ulong> Answers => [0x9FA97B4C3376F6AC, 0xC9F417A3FE0DB8AE, 0xA1F2C56750B14B25];
}

/// <summary>With a FACE table: more than two runs of 256 blocks, and a transform, which always keeps a table.</summary>
internal readonly struct CtrTabled : ICtrPath
{
    public static string Name => "long, with a FACE table";

    public static ReadOnlySpan<int> Sizes => [8535];

    public static int TransformSize => 3000;

    public static ReadOnlySpan<ulong> Answers => [0x54B8A4F357D018E4, 0x6C3534FBB7ED1ACA, 0x62BB93320C767150];
}
