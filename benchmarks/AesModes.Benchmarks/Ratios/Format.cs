using System.Globalization;
using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios;

/// <summary>Figures as they stand in tables; what was not measured is a dash.</summary>
internal static class Format
{
    public static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "–";

    public static string Nanoseconds(double? value) => Number(value, value is >= 1000 ? "N0" : "F1");

    public static string Ratio(RowResult? mine, RowResult? theirs, Func<RowResult, RowResult, double> ratio) =>
        mine is null || theirs is null ? "–" : Number(ratio(mine, theirs), "F2");

    /// <summary>By the bests.</summary>
    public static string Speed(RowResult? mine, RowResult? theirs) => Ratio(mine, theirs, (one, other) => one.SpeedAgainst(other));

    /// <summary>The median of the rounds'.</summary>
    public static string MedianSpeed(RowResult? mine, RowResult? theirs) => Ratio(mine, theirs, (one, other) => one.MedianSpeedAgainst(other));
}
