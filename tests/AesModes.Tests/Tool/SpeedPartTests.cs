using AesModes.Measuring;
using AesModes.Tool.Speed;
using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>What speed is made of, where a run of the tool does not get.</summary>
public class SpeedPartTests
{
    [Theory]
    [InlineData(1, true, "████")]
    [InlineData(0.5, true, "██")]
    [InlineData(0.53, true, "██▏")]
    [InlineData(0.001, true, "▏")]
    [InlineData(0, true, "")]
    [InlineData(1, false, "####")]
    [InlineData(0.6, false, "##")]
    [InlineData(0.001, false, "#")]
    public void Bar_OfAShare_HasItsLength(double share, bool unicode, string expected) => Assert.Equal(expected, Bar.Draw(share, 4, unicode));

    [Fact]
    public void Cells_OfWhatThereIsNot_AreDashes()
    {
        SpeedRow row = new("aez", "encrypt", "software", 384, 16, 1234.5, 1300, 12.96, 300, AgainstNative: null, ShareOfLimit: null);

        Assert.Equal(["aez", "encrypt", "software", "1,234", "13.0", "300", "-", "-"], SpeedReport.CreateCells(row, fastest: 20, barWidth: 0));
    }

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

    [Fact]
    public void Memory_OfTwoSizes_IsATextEachAndTwoMoreForEachEntrant()
    {
        // Three modes on two backends and the native one: 1 + 2 · 7 texts.
        Assert.Equal(15 * (16L + (1 << 30)), Contest.Memory([16, 1 << 30], algorithms: 3, backends: 2));
    }
}
