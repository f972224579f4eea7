using AesModes.Measuring;

namespace AesModes.Timing;

/// <summary>What came of a trial.</summary>
/// <param name="Trial">Which one.</param>
/// <param name="Samples">How many there are.</param>
/// <param name="Repeats">How many calls a sample has.</param>
/// <param name="Result">The statistics, in ticks of a sample.</param>
/// <param name="Nanoseconds">A sample's tick, for one call.</param>
internal sealed record Outcome(Trial Trial, int Samples, int Repeats, WelchResult Result, double Nanoseconds)
{
    /// <summary>Too few samples are no result of either kind.</summary>
    public bool IsAsExpected => !double.IsNaN(Result.T) && Math.Abs(Result.T) >= WelchTest.Bound == Trial.IsControl;

    public double Median => Result.Median * Nanoseconds;

    public double Difference => Result.Difference * Nanoseconds;

    /// <summary>From this difference of the classes' means on, the bound is exceeded.</summary>
    public double Visible => Result.Visible * Nanoseconds;
}
