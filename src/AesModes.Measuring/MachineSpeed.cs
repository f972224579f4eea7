using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Measuring;

/// <summary>The core's clock, and its AES rounds and carry-less multiplications per nanosecond, sampled in every round of a comparison.</summary>
internal sealed class MachineSpeed
{
    /// <summary>A reading is as long as a row's slice, about 150 µs: shorter readings would find peaks of the clock that no row can.</summary>
    private const int AddTurns = 98304;

    private const int AesTurns = 98304;

    private const int MultiplyTurns = 32768;

    /// <summary>As long as the additions if a multiplication takes three cycles, so that both find the same peaks of the clock.</summary>
    private const int ProductTurns = AddTurns / 3;

    /// <summary>About 25 µs: a CBC call is shorter than a slice, and its bound must find every peak that the call can.</summary>
    private const int AesLatencyTurns = 3072;

    private const int Many = 50;

    /// <summary>The widths that this machine supports, the narrowest first.</summary>
    private static readonly (int Width, Func<ulong> Chain)[] _multiplies =
    [
        .. Multiply<InstructionChains.Multiply128, Vector128<ulong>>(),
        .. Multiply<InstructionChains.Multiply256, Vector256<ulong>>(),
        .. Multiply<InstructionChains.Multiply512, Vector512<ulong>>(),
    ];

    /// <summary>The runtime compiles each chain at its first call, which must not be a reading.</summary>
    static MachineSpeed() => new MachineSpeed().Sample();

    /// <summary>Whether the chains are compiled with optimisation. If not, they give no clock and no bounds.</summary>
    public bool IsOptimized { get; init; } = ClockTrust.IsOptimized;

    /// <summary>Dependent additions per nanosecond: cycles, if nothing was misread.</summary>
    public Samples Clock { get; } = new();

    /// <summary>Dependent 32-bit multiplications per nanosecond, to check the clock.</summary>
    public Samples Products { get; } = new();

    /// <summary>AESENC, or AESE with AESMC, per nanosecond; empty without AES instructions.</summary>
    public Samples AesRounds { get; } = new();

    /// <summary>The same in one chain, in which each round waits for the previous one.</summary>
    public Samples DependentAesRounds { get; } = new();

    /// <summary>Carry-less multiply instructions per nanosecond, by width in bits, for the supported widths.</summary>
    public IReadOnlyDictionary<int, Samples> Multiplies { get; } = _multiplies.ToDictionary(one => one.Width, _ => new Samples());

    /// <summary>Why cycles cannot be counted, in a sentence; null if they can.</summary>
    public string? ClockFault => ClockTrust.FindFault(
        IsOptimized,
        Clock.Values.Count,
        multiplication: Clock.Values.Count == 0 ? 0 : Clock.Largest / Products.Largest,
        aesRound: HasAesRounds ? Clock.Largest / DependentAesRounds.Largest : null);

    /// <summary>The best reading, because an interruption can only make one slower; null if the clock is not trusted.</summary>
    public double? Gigahertz => ClockFault is null ? Clock.Largest : null;

    public bool HasAesRounds => AesRounds.Values.Count > 0;

    /// <summary>AES rounds per cycle: 1 or 2 on the processors that we know; null without AES instructions or without a clock.</summary>
    public double? AesRoundsPerCycle => HasAesRounds ? AesRounds.Largest / Gigahertz : null;

    public double? MultipliesPerCycle(int width) => Multiplies[width].Largest / Gigahertz;

    /// <summary>For commands without rounds between which to sample.</summary>
    public static MachineSpeed Read()
    {
        MachineSpeed speed = new();
        speed.SampleOften();
        return speed;
    }

    public string Describe()
    {
        if (Gigahertz is not { } gigahertz)
        {
            return "clock not trusted";
        }

        string aes = HasAesRounds ? FormattableString.Invariant($", {AesRoundsPerCycle:F2} AES rounds a cycle") : "";
        IEnumerable<string> multiplies = Multiplies.Keys.Select(width => FormattableString.Invariant($"{MultipliesPerCycle(width):F2} ({width}-bit)"));
        return FormattableString.Invariant($"{gigahertz:F2} GHz measured{aes}")
            + (Multiplies.Count > 0 ? $", carry-less multiplications a cycle {string.Join(", ", multiplies)}" : "");
    }

    /// <summary>Doubts about the readings, in sentences. Units start ½, 1 or 2 instructions per cycle; any other figure means that the core was shared.</summary>
    public IEnumerable<string> Doubts()
    {
        if (Gigahertz is not { } gigahertz)
        {
            yield return $"Cycles are not counted, as the clock is not trusted. {ClockFault}";
            yield break;
        }

        if (AesRoundsPerCycle is { } rounds && !IsPlausible(rounds))
        {
            yield return Doubt("AES rounds", rounds);
        }

        foreach (int width in Multiplies.Keys)
        {
            double multiplies = Multiplies[width].Largest / gigahertz;
            if (!IsPlausible(multiplies))
            {
                yield return Doubt($"{width}-bit multiplications", multiplies);
            }
        }

        if (Clock.Median < 0.8 * gigahertz)
        {
            yield return FormattableString.Invariant(
                $"The clock's median, {Clock.Median:F2} GHz, is far below its best, {gigahertz:F2} GHz: believe the bests and the ratios, not the medians.");
        }
    }

    public void Sample()
    {
        Clock.Add(Read(InstructionChains.DependentPerTurn * AddTurns, static () => InstructionChains.DependentAdds(AddTurns, 1)));
        Products.Add(Read(InstructionChains.DependentPerTurn * ProductTurns, static () => InstructionChains.DependentMultiplies(ProductTurns, 3)));
        if (InstructionChains.AesRound.IsSupported)
        {
            AesRounds.Add(Read(InstructionChains.StepsPerTurn * AesTurns, static () =>
                InstructionChains.Independent<InstructionChains.AesRound, Vector128<byte>>(AesTurns)));
            DependentAesRounds.Add(Read(InstructionChains.DependentPerTurn * AesLatencyTurns, static () => InstructionChains.DependentAesRounds(AesLatencyTurns)));
        }

        foreach ((int width, Func<ulong> chain) in _multiplies)
        {
            Multiplies[width].Add(Read(InstructionChains.StepsPerTurn * MultiplyTurns, chain));
        }
    }

    /// <summary>For a run with few rounds.</summary>
    public void SampleEnough()
    {
        while (Clock.Values.Count < ClockTrust.LeastReadings)
        {
            Sample();
        }
    }

    /// <summary>About 50 ms. More samples can only raise the best readings.</summary>
    public void SampleOften()
    {
        for (int i = 0; i < Many; i++)
        {
            Sample();
        }
    }

    private static (int Width, Func<ulong> Chain)[] Multiply<TStep, TVector>()
        where TStep : struct, InstructionChains.IStep<TVector>
        where TVector : struct =>
        TStep.IsSupported ? [(8 * Unsafe.SizeOf<TVector>(), static () => InstructionChains.Independent<TStep, TVector>(MultiplyTurns))] : [];

    /// <summary>Instructions per nanosecond.</summary>
    private static double Read(int instructions, Func<ulong> chain)
    {
        long start = Stopwatch.GetTimestamp();
        _ = chain();
        return instructions / Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    private static bool IsPlausible(double perCycle) =>
        new[] { 0.25, 0.5, 1, 2, 3, 4 }.Any(usual => Math.Abs(perCycle - usual) < 0.06 * usual);

    private static string Doubt(string what, double perCycle) => FormattableString.Invariant(
        $"{perCycle:F2} {what} a cycle is not a usual figure: the core was shared, or the clock was misread. Measure again before you rely on cycles.");
}
