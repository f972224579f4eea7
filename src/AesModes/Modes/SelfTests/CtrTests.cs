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
        ulong digest = mode.Try<TPath>();
        return TPath.TransformSize == 0 ? digest : SelfTestData.Step(digest, mode.TryTransform(TPath.TransformSize));
    }
}

/// <summary>Up to a block.</summary>
internal readonly struct CtrOne : ICtrPath
{
    public const int MaxSize = 16;

    public static string Name => "one block";

    public static ReadOnlySpan<int> Sizes => [1, 16];

    public static ReadOnlySpan<ulong> Answers => [0xDB9E142E0522E28B, 0xC3D76A18890040BF, 0x37E9ED67E23F1BE9];
}

/// <summary>Up to four blocks.</summary>
internal readonly struct CtrFour : ICtrPath
{
    public const int MaxSize = 64;

    public static string Name => "four blocks";

    public static ReadOnlySpan<int> Sizes => [17, 47, 64];

    public static ReadOnlySpan<ulong> Answers => [0x81F40A54320575BA, 0xBB5B2AE9D68DB2D0, 0xACDC135B438B3BC2];
}

/// <summary>Up to twelve blocks: no software core takes longer runs.</summary>
internal readonly struct CtrSeveral : ICtrPath
{
    public const int MaxSize = 192;

    public static string Name => "several blocks";

    public static ReadOnlySpan<int> Sizes => [65, 128, 133, 192];

    public static ReadOnlySpan<ulong> Answers => [0xCCC0A5529BCD1490, 0x4E97ED32241DEA81, 0x3CC064D8E334AA47];
}

/// <summary>More, without a FACE table.</summary>
internal readonly struct CtrMany : ICtrPath
{
    public static string Name => "long";

    public static ReadOnlySpan<int> Sizes => [250, 1037, 1153, 2800];

    public static ReadOnlySpan<ulong> Answers => [0x06DAA9A7D52DC9B3, 0xDC59B219EC2813BC, 0x4FFF1CAD98169B9B];
}

/// <summary>With a FACE table: more than two runs of 256 blocks, and a transform, which always keeps a table.</summary>
internal readonly struct CtrTabled : ICtrPath
{
    public static string Name => "long, with a FACE table";

    public static ReadOnlySpan<int> Sizes => [8471];

    public static int TransformSize => 3000;

    public static ReadOnlySpan<ulong> Answers => [0x1CCF7F75D369785F, 0x8202678E4D22E23E, 0xCDEA97D03981CA33];
}
