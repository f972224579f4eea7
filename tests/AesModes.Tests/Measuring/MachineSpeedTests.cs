using System.Reflection;
using System.Runtime;
using System.Runtime.Loader;
using AesModes.Measuring;

namespace AesModes.Tests.Measuring;

/// <summary>Tests which clock readings are trusted, what is reported without trust, and that no reading includes compilation.</summary>
public class MachineSpeedTests
{
    /// <summary>Creates readings like those of a CPU with this clock rate, except for its additions.</summary>
    internal static MachineSpeed Create(double gigahertz, double additions, int readings = 20, bool isOptimized = true)
    {
        MachineSpeed speed = new() { IsOptimized = isOptimized };
        for (int i = 0; i < readings; i++)
        {
            speed.Clock.Add(additions);
            speed.Products.Add(gigahertz / 3);
            speed.AesRounds.Add(gigahertz * 2);
            speed.DependentAesRounds.Add(gigahertz / 4);
            foreach (Samples multiplies in speed.Multiplies.Values)
            {
                multiplies.Add(gigahertz);
            }
        }

        return speed;
    }

    /// <summary>Incorrect readings: 1.4 and 2.4 GHz on a 4.1 GHz core (from the issue), a Debug build, a build without JIT optimisation, and an emulator.</summary>
    [Theory]
    [InlineData(3 * 1.4 / 4.1, 4)]
    [InlineData(3 * 2.4 / 4.1, 4)]
    [InlineData(3 * 2.86 / 3.7, 4)]
    [InlineData(2.45, 17.93)]
    [InlineData(2.85, 4)]
    [InlineData(3, 33.88)]
    public void FindFault_OfAMisreadClock_SaysSo(double multiplication, double aesRound) =>
        Assert.StartsWith("The clock was misread: ", ClockTrust.FindFault(true, 20, multiplication, aesRound), StringComparison.Ordinal);

    /// <summary>On Zen 4, 3.000 and 4.000 were measured.</summary>
    [Theory]
    [InlineData(3.0, 4.0)]
    [InlineData(2.9, 4.1)]
    [InlineData(3.1, 8.0)]
    [InlineData(4.0, null)]
    public void FindFault_OfAProcessorsLatencies_IsNull(double multiplication, double? aesRound) =>
        Assert.Null(ClockTrust.FindFault(true, 20, multiplication, aesRound));

    [Fact]
    public void FindFault_WithoutOptimisationOrWithFewReadings_SaysSo()
    {
        Assert.Equal("This is a build without optimisation; use a Release build.", ClockTrust.FindFault(false, 20, 3, 4));
        Assert.Equal("The clock was read 19 times; 20 are needed.", ClockTrust.FindFault(true, 19, 3, 4));
    }

    [Fact]
    public void Speed_WithATrustedClock_HasCycles()
    {
        MachineSpeed speed = Create(gigahertz: 4.1, additions: 4.1);
        RowResult row = CreateResult(speed, 100, null, 10, 20);

        Assert.Equal((4.1, null), (speed.Gigahertz, speed.ClockFault));
        Assert.StartsWith("4.10 GHz measured, 2.00 AES rounds a cycle", speed.Describe(), StringComparison.Ordinal);
        Assert.Empty(speed.Doubts());
        Assert.Equal((41, 0.41), (row.Cycles!.Value, row.CyclesPerByte!.Value));
    }

    [Theory]
    [InlineData(1.4, 20, true)]
    [InlineData(4.1, 19, true)]
    [InlineData(4.1, 20, false)]
    public void Speed_WithoutATrustedClock_HasNoCyclesAndSaysWhy(double additions, int readings, bool isOptimized)
    {
        MachineSpeed speed = Create(gigahertz: 4.1, additions, readings, isOptimized);
        RowResult row = CreateResult(speed, 100, null, 10);

        Assert.Equal((null, null, null, null), (speed.Gigahertz, speed.AesRoundsPerCycle, row.Cycles, row.CyclesPerByte));
        Assert.All(speed.Multiplies.Keys, width => Assert.Null(speed.MultipliesPerCycle(width)));
        Assert.Equal("clock not trusted", speed.Describe());
        Assert.Equal($"Cycles are not counted, as the clock is not trusted. {row.ClockFault}", Assert.Single(speed.Doubts()));
    }

    /// <summary>At 8.2 AES rounds per nanosecond, a thousand rounds take 122 ns, whatever the clock rate.</summary>
    [Theory]
    [InlineData(118, 4.1, true, true)]
    [InlineData(118, 1.4, true, true)]
    [InlineData(119, 4.1, true, false)]
    [InlineData(118, 4.1, false, false)]
    public void FindFault_RowFasterThanItsAesRounds_ReportsIt(double nanoseconds, double additions, bool isOptimized, bool isRefused)
    {
        RowResult row = CreateResult(Create(4.1, additions, isOptimized: isOptimized), 1, new Work(1000), nanoseconds);
        Assert.Equal(isRefused ? "row took 118.0 ns, but its AES rounds alone take 122.0 ns." : null, row.FindFault("row"));
    }

    /// <summary>Loads a copy of the assembly in which no code has run. Even then, the first sample must find every method compiled.</summary>
    [Fact]
    public void Sample_TheFirstOfAProcess_CompilesNothing()
    {
        AssemblyLoadContext fresh = new("fresh", isCollectible: true);
        Type type = fresh.LoadFromAssemblyPath(typeof(MachineSpeed).Assembly.Location).GetType(typeof(MachineSpeed).FullName!)!;
        Assert.NotSame(typeof(MachineSpeed), type);
        object speed = Activator.CreateInstance(type)!;
        Action sample = type.GetMethod(nameof(MachineSpeed.Sample), BindingFlags.Instance | BindingFlags.Public)!.CreateDelegate<Action>(speed);

        long before = JitInfo.GetCompiledMethodCount(currentThread: true);
        sample();
        Assert.Equal(before, JitInfo.GetCompiledMethodCount(currentThread: true));
        fresh.Unload();
    }

    [Fact]
    public void Measure_WithFewRounds_ReadsTheClockOftenEnough()
    {
        Comparison comparison = Comparison.Measure([new Row("row", 1, Thread.SpinWait)], rounds: 1);
        Assert.True(comparison.Speed.Clock.Values.Count >= ClockTrust.LeastReadings);
    }

    private static RowResult CreateResult(MachineSpeed speed, int bytes, Work? work, params double[] nanoseconds)
    {
        RowResult result = new(new Row("row", bytes, static _ => { }, work), speed);
        Array.ForEach(nanoseconds, result.Times.Add);
        return result;
    }
}
