using AesModes.Tool.Cbc;

namespace AesModes.Tests.Tool;

/// <summary>Which clock the verb cbc counts cycles by, what it says of that, and what it reads of the operating system's files.</summary>
public class ClockRateTests
{
    [Theory]
    [InlineData(3.00)]
    [InlineData(2.86)]
    [InlineData(3.14)]
    public void Choose_MeasuredNearTheSystems_TakesTheSystems(double measured)
    {
        ClockRate clock = ClockRate.Choose(measured, (3.00, "/proc/cpuinfo"));
        Assert.Equal((3.00, "operating system", measured, 3.00), (clock.Gigahertz, clock.Source, clock.MeasuredGigahertz, clock.OperatingSystemGigahertz));
        Assert.Equal("3.00 GHz, detected from the operating system (/proc/cpuinfo)", clock.Description);
    }

    [Theory]
    [InlineData(2.84)]
    [InlineData(3.16)]
    public void Choose_MeasuredFarFromTheSystems_TakesTheMeasuredAndSaysBoth(double measured)
    {
        ClockRate clock = ClockRate.Choose(measured, (3.00, "the registry"));
        Assert.Equal((measured, "measured", measured, 3.00), (clock.Gigahertz, clock.Source, clock.MeasuredGigahertz, clock.OperatingSystemGigahertz));
        Assert.Equal(
            FormattableString.Invariant(
                $"{measured:F2} GHz, measured by a chain of dependent additions; the operating system (the registry) tells 3.00 GHz, and cycles are not counted by that"),
            clock.Description);
    }

    [Fact]
    public void Choose_SystemThatDoesNotTell_TakesTheMeasured()
    {
        ClockRate clock = ClockRate.Choose(3.21, null);
        Assert.Equal((3.21, "measured", 3.21, null), (clock.Gigahertz, clock.Source, clock.MeasuredGigahertz, clock.OperatingSystemGigahertz));
        Assert.Equal("3.21 GHz, measured by a chain of dependent additions; the operating system does not tell", clock.Description);
    }

    [Fact]
    public void FindInProcessorInfo_SeveralCores_IsTheFastest() => Assert.Equal(
        3.5, OperatingSystemClock.FindInProcessorInfo(["model name\t: CPU @ 9.99GHz", "cpu MHz\t\t: 1200.000", "bogomips\t: 7000.00", "cpu MHz\t\t: 3500.000", "cpu MHz\t\t: ?"]));

    [Fact]
    public void FindInProcessorInfo_WithoutARate_IsNothing() =>
        Assert.Null(OperatingSystemClock.FindInProcessorInfo(["processor\t: 0", "BogoMIPS\t: 50.00", "cpu MHz\t\t: 0.000"]));

    [Fact]
    public void FindInFrequencies_SeveralCores_IsTheFastest() => Assert.Equal(2.4, OperatingSystemClock.FindInFrequencies(["1800000\n", "2400000\n", "\n"]));
}
