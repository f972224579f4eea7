using AesModes.Tests.Measuring;
using AesModes.Tool.Cbc;

namespace AesModes.Tests.Tool;

/// <summary>Tests the clock rate that the verb cbc uses, what it reports about it, and how it parses the operating system's files.</summary>
public class ClockRateTests
{
    [Theory]
    [InlineData(4.1)]
    [InlineData(2.6)]
    public void Choose_TrustedClock_UsesMeasuredRate(double system)
    {
        ClockRate clock = ClockRate.Choose(MachineSpeedTests.Create(4.1, 4.1), (system, "/proc/cpuinfo"));
        Assert.Equal((4.1, system, null), (clock.Gigahertz, clock.OperatingSystemGigahertz, clock.Fault));
        Assert.Equal(
            FormattableString.Invariant($"4.10 GHz, measured by a chain of dependent additions; the operating system (/proc/cpuinfo) says {system:F2} GHz"),
            clock.Description);
    }

    [Fact]
    public void Choose_SystemThatDoesNotSay_TakesTheMeasured()
    {
        ClockRate clock = ClockRate.Choose(MachineSpeedTests.Create(3.21, 3.21), null);
        Assert.Equal((3.21, null, null), (clock.Gigahertz, clock.OperatingSystemGigahertz, clock.Fault));
        Assert.Equal("3.21 GHz, measured by a chain of dependent additions; the operating system does not say", clock.Description);
    }

    /// <summary>Applies even if the operating system reports the misread rate.</summary>
    [Fact]
    public void Choose_MisreadClock_IsNoneAndSaysWhy()
    {
        ClockRate clock = ClockRate.Choose(MachineSpeedTests.Create(gigahertz: 4.1, additions: 1.4), (1.4, "/proc/cpuinfo"));
        Assert.Null(clock.Gigahertz);
        Assert.StartsWith("not trusted, so there are no cycles. The clock was misread: a multiplication took 1.02 times ", clock.Description, StringComparison.Ordinal);
        Assert.EndsWith(clock.Fault!, clock.Description, StringComparison.Ordinal);
        Assert.DoesNotContain("GHz", clock.Description, StringComparison.Ordinal);
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
