using System.Globalization;

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

/// <summary>A figure for each level, null where there is none.</summary>
internal readonly record struct LevelFigures(double? Plain, double? R1, double? R2)
{
    public bool IsEmpty => (Plain ?? R1 ?? R2) is null;

    /// <summary>Such as "0.55 → 0.51 (×1.08) → 0.45 (×1.22)": in brackets, how many times less than plain.</summary>
    public string ToGains(string format) => Join(format, "F2", (plain, reused) => plain / reused);

    /// <summary>Such as "145 → 680 (×4.7) → 7568 (×52.2)": in brackets, how many times plain.</summary>
    public string ToCosts(string format) => Join(format, "F1", (plain, reused) => reused / plain);

    private string Join(string format, string ratioFormat, Func<double, double, double> ratio)
    {
        double? plain = Plain;
        string text = string.Join(" → ", new[] { Format(plain, format), WithRatio(R1), WithRatio(R2) }.Where(figure => figure.Length > 0));
        return text.Length > 0 ? text : "–";

        string WithRatio(double? figure) => figure is { } reused && plain is { } all
            ? $"{Format(reused, format)} (×{Format(ratio(all, reused), ratioFormat)})"
            : Format(figure, format);
    }

    private static string Format(double? figure, string format) => figure?.ToString(format, CultureInfo.InvariantCulture) ?? "";
}
