using AesModes.Measuring;

namespace AesModes.Tests.Measuring;

/// <summary>Tests the statistics of tests/timing on samples whose t is known.</summary>
public class WelchTestTests
{
    /// <summary>0 to 99 in both classes, with class 1 slower by one. The variance is (100² − 1) / 12, so t = 1 / √(2 · 833.25 / n).</summary>
    [Fact]
    public void Compare_EvenTimesLaterByOne_GivesWelchsT()
    {
        WelchResult result = Compare(Times(100, 100), [.. Times(100, 100).Select(t => t + 1)]);
        Assert.Equal(2.4494, result.T, 0.0005);
        Assert.Equal("all", result.Cropping);
        Assert.Equal(1, result.Difference, 1e-9);
        Assert.Equal(1050, result.Median);

        // The most sensitive cropping keeps half of the samples: a quarter of the variance, half the number.
        Assert.Equal(4.5 * Math.Sqrt(2 * (50 * 50 / 12.0) / 5000), result.Visible, 0.03 * result.Visible);
    }

    /// <summary>With class 0 slower and other sizes, t has the other sign, and each class contributes its own variance and number.</summary>
    [Fact]
    public void Compare_ClassesOfOtherSizes_GivesWelchsT()
    {
        WelchResult result = Compare([.. Times(100, 400).Select(t => t + 30)], Times(100, 100));
        double expected = -180 / Math.Sqrt((13333.25 / 40_000) + (833.25 / 10_000));
        Assert.Equal(expected, result.T, 0.05);
    }

    [Fact]
    public void Compare_SameTimes_GivesZero() => Assert.Equal(0, Compare(Times(200, 100), Times(200, 100)).T);

    /// <summary>Interruptions in both classes are far longer than the difference. Without them, the difference is visible.</summary>
    [Fact]
    public void Compare_DifferenceUnderInterruptions_IsSeenInTheFastest()
    {
        long[] interrupted = [.. Enumerable.Range(1, 100).Select(i => 100_000L * i)];
        WelchResult result = Compare([.. Times(500, 100), .. interrupted], [.. Times(500, 100).Select(t => t + 2), .. interrupted]);
        Assert.True(result.T > WelchTest.Bound, $"{result}");
        Assert.StartsWith("fastest", result.Cropping, StringComparison.Ordinal);
        // Cropping removes more of class 1, so the means differ by less.
        Assert.InRange(result.Difference, 0.9, 2);
    }

    /// <summary>Both classes have the same mean, but class 1 has a larger deviation.</summary>
    [Fact]
    public void Compare_OtherSpread_IsSeenInTheSquares()
    {
        WelchResult result = Compare(Normal(1000), Normal(1050));
        Assert.True(result.T > WelchTest.Bound, $"{result}");
        Assert.Equal("squares", result.Cropping);
    }

    [Fact]
    public void Compare_TooFewSamples_SaysSo() => Assert.Equal((double.NaN, "too few samples"), (Compare(Times(49, 100), Times(49, 100)).T, Compare(Times(49, 100), Times(49, 100)).Cropping));

    private static WelchResult Compare(long[] first, long[] second) =>
        WelchTest.Compare([.. first.Select(t => 2 * t), .. second.Select(t => (2 * t) + 1)]);

    private static long[] Times(int repeats, int values) => [.. Enumerable.Range(0, repeats * values).Select(i => 1000L + (i % values))];

    /// <summary>Sums of twelve uniform numbers, which are nearly normal.</summary>
    private static long[] Normal(double deviation)
    {
        Random random = new(1);
        return [.. Enumerable.Range(0, 40_000).Select(_ => (long)(100_000 + (deviation * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6))))];
    }
}
