using AesModes.Measuring;

namespace AesModes.Tests.Measuring;

/// <summary>What every figure is measured with.</summary>
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
}
