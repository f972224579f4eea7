using AesModes.Measuring;
using AesModes.Tool.Demo;

namespace AesModes.Tests.Tool;

/// <summary>Tests what <c>aesmodes demo</c> says about a measurement that cannot be right.</summary>
public class SpeedTableTests
{
    [Fact]
    public void FindDoubts_OfARowFasterThanItsAesRounds_NamesIt()
    {
        Row boastful = new("boastful", 1, Thread.SpinWait, new Work(1e15));
        Row right = new("right", 1, Thread.SpinWait);

        Comparison comparison = Comparison.Measure([boastful, right], rounds: 1);

        Assert.SkipUnless(comparison.Speed is { IsOptimized: true, HasAesRounds: true }, "There is no bound here.");
        Assert.StartsWith("Do not rely on this table: boastful took ", Assert.Single(SpeedTable.FindDoubts(comparison)), StringComparison.Ordinal);
    }
}
