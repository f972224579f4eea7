using System.Globalization;

namespace AesModes.Benchmarks.Study;

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
