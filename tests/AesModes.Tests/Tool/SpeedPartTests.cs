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
    public void Memory_OfTwoSizes_IsATextEachAndTwoMoreForEachEntrant()
    {
        // Three modes on two backends and the native one: 1 + 2 · 7 texts.
        Assert.Equal(15 * (16L + (1 << 30)), Contest.Memory([16, 1 << 30], algorithms: 3, backends: 2));
    }
}
