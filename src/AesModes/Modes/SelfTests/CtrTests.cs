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

        // The low byte wraps within the first text of more than two blocks.
        UInt128 counter = ((UInt128)0x0123456789ABCDEF << 64) | 0xFEDCBA98FFFFFFFE;
        foreach (int size in TPath.Sizes)
        {
            byte[] destination = new byte[size];
            mode.Xor(counter, TPath.Position, SelfTestData.Bytes(size, 3), destination);
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

    public static ReadOnlySpan<ulong> Answers => [0x502A0A83D7650929, 0x10914BB7A1F486B1, 0x23E24F3AECB2176E];
}

/// <summary>Up to four blocks.</summary>
internal readonly struct CtrFour : ICtrPath
{
    public const int MaxSize = 64;

    public static string Name => "four blocks";

    public static ReadOnlySpan<int> Sizes => [17, 47, 64];

    public static ReadOnlySpan<ulong> Answers => [0x7112FF7364D5E47C, 0xE7CA6BF5C7CCB764, 0x2830EAD48244D41C];
}

/// <summary>Up to eight blocks: below software's long runs.</summary>
internal readonly struct CtrSeveral : ICtrPath
{
    public const int MaxSize = 128;

    public static string Name => "several blocks";

    public static ReadOnlySpan<int> Sizes => [65, 97, 128];

    public static ReadOnlySpan<ulong> Answers => [0xA282556E75230246, 0x3FB2D487630B00EE, 0x8A4693725E884B47];
}

/// <summary>More, without a FACE table.</summary>
internal readonly struct CtrMany : ICtrPath
{
    public static string Name => "long";

    public static ReadOnlySpan<int> Sizes => [129, 250, 1037, 1153, 2800];

    public static ReadOnlySpan<ulong> Answers => [0x71C17089B7B30ABD, 0x7C16C439C94A2905, 0xB5562F91F54E7DA4];
}

/// <summary>A text that begins within a block, and ends within it.</summary>
internal readonly struct CtrPart : ICtrPath
{
    public static string Name => "part of a block";

    public static ReadOnlySpan<int> Sizes => [1, 11];

    public static long Position => 5;

    public static ReadOnlySpan<ulong> Answers => [0xCFAF2E1568E63B2F, 0x599C37D07A39C956, 0xD8DB1158907411AF];
}

/// <summary>With a FACE table: more than two runs of 256 blocks, and a transform, which always keeps a table.</summary>
internal readonly struct CtrTabled : ICtrPath
{
    public static string Name => "long, with a FACE table";

    public static ReadOnlySpan<int> Sizes => [8471];

    public static int TransformSize => 3000;

    public static ReadOnlySpan<ulong> Answers => [0x19B369AD17FFEE60, 0xE3DB524D1A237790, 0x8BA7FB59A138A27C];
}
