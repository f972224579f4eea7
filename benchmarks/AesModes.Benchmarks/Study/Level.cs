namespace AesModes.Benchmarks.Study;

/// <summary>What a core keeps from block to block, in the paper's words.</summary>
internal enum Level
{
    /// <summary>Nothing.</summary>
    Plain,

    /// <summary>rd0, rd1 and rd1+: the state after round 1.</summary>
    R1,

    /// <summary>rd2 and rd2+: the state after round 2.</summary>
    R2,
}

/// <summary>A level as a type: a constant to the JIT, so that a core is one text whose levels differ in how a block starts.</summary>
internal interface ILevel
{
    static abstract Level Level { get; }
}

internal readonly struct PlainLevel : ILevel
{
    public static Level Level => Level.Plain;
}

internal readonly struct R1Level : ILevel
{
    public static Level Level => Level.R1;
}

internal readonly struct R2Level : ILevel
{
    public static Level Level => Level.R2;
}
