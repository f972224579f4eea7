using AesModes.Measuring;

namespace AesModes.Tests.Measuring;

/// <summary>Tests the class that measures every figure.</summary>
public class ComparisonTests
{
    [Fact]
    public void Measure_WithoutTime_MakesTheFewestRoundsOfEveryRow()
    {
        int[] calls = new int[2];
        Row[] rows = [.. calls.Select((_, i) => new Row($"{i}", 1, count =>
        {
            calls[i] += count;
            Thread.SpinWait(count);
        }))];
        List<TimeSpan> told = [];

        Comparison comparison = Comparison.Measure(rows, TimeSpan.Zero, told.Add);

        Assert.Equal(3, comparison.Rounds);
        Assert.All(comparison.Rows, result => Assert.Equal((3, null), (result.Times.Values.Count, result.AllocatedBytes)));
        Assert.All(calls, count => Assert.True(count > 3));
        Assert.Equal(told.Order(), told);
        Assert.NotEmpty(told);
    }

    /// <summary>Before a row is rejected, its bound is measured again many times, because another program may have used the AES unit.</summary>
    [Fact]
    public void Measure_ARowFasterThanItsAesRounds_ReadsTheBoundAgainAndIsAFault()
    {
        Row boastful = new("boastful", 1, Thread.SpinWait, new Work(1e15));
        Row right = new("right", 1, Thread.SpinWait);

        Comparison comparison = Comparison.Measure([boastful, right], rounds: 1);

        Assert.SkipUnless(comparison.Speed is { IsOptimized: true, HasAesRounds: true }, "There is no bound here.");
        Assert.StartsWith("boastful took ", Assert.Single(comparison.Faults), StringComparison.Ordinal);
        Assert.True(comparison.Speed.AesRounds.Values.Count >= ClockTrust.LeastReadings + 50);
    }
}
