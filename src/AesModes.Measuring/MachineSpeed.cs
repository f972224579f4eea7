using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace AesModes.Measuring;

/// <summary>
/// How fast the core is at the moment: its clock, and how many AES rounds and carry-less multiplications it takes in a nanosecond. The
/// runner samples it in every round, between the rows.
/// </summary>
internal sealed class MachineSpeed
{
    /// <summary>
    /// As long a reading as a row's slice of a round, some 150 microseconds: the clock has peaks, and shorter readings would find some that no slice
    /// can, so that every row seemed farther from its limit.
    /// </summary>
    private const int AddTurns = 98304;

    private const int AesTurns = 98304;

    private const int MultiplyTurns = 32768;

    /// <summary>Those that this machine has, by their width in bits.</summary>
    private static readonly SortedDictionary<int, Func<ulong>> _multiplies = CreateMultiplies();

    /// <summary>Cycles in a nanosecond.</summary>
    public Samples Clock { get; } = new();

    /// <summary>AESENC, or AESE with AESMC, in a nanosecond; empty where there is none.</summary>
    public Samples AesRounds { get; } = new();

    /// <summary>Carry-less multiply instructions in a nanosecond, by their width in bits; what is not supported is not there.</summary>
    public IReadOnlyDictionary<int, Samples> Multiplies { get; } = _multiplies.Keys.ToDictionary(width => width, _ => new Samples());

    /// <summary>The best reading: what an interruption spoils is only ever slower.</summary>
    public double Gigahertz => Clock.Largest;

    public bool HasAesRounds => AesRounds.Values.Count > 0;

    /// <summary>AES rounds a cycle: 1 or 2 on the processors that we know; 0 without AES instructions.</summary>
    public double AesRoundsPerCycle => HasAesRounds ? AesRounds.Largest / Gigahertz : 0;

    public double MultipliesPerCycle(int width) => Multiplies[width].Largest / Gigahertz;

    /// <summary>Where there are no rounds between which it could be sampled.</summary>
    public static MachineSpeed Read()
    {
        MachineSpeed speed = new();
        for (int i = 0; i < 50; i++)
        {
            speed.Sample();
        }

        return speed;
    }

    /// <summary>All of it in one line.</summary>
    public string Describe()
    {
        string aes = HasAesRounds ? FormattableString.Invariant($", {AesRoundsPerCycle:F2} AES rounds a cycle") : "";
        IEnumerable<string> multiplies = Multiplies.Keys.Select(width => FormattableString.Invariant($"{MultipliesPerCycle(width):F2} ({width}-bit)"));
        return FormattableString.Invariant($"{Gigahertz:F2} GHz measured{aes}")
            + (Multiplies.Count > 0 ? $", carry-less multiplications a cycle {string.Join(", ", multiplies)}" : "");
    }

    /// <summary>
    /// What is doubtful about the readings, in sentences; usually nothing. Units start one or two instructions a cycle, or one in two:
    /// another figure says that the clock or the chains were measured wrong, or that something else was running on this core.
    /// </summary>
    public IEnumerable<string> Doubts()
    {
        if (HasAesRounds && !IsPlausible(AesRoundsPerCycle))
        {
            yield return Doubt("AES rounds", AesRoundsPerCycle);
        }

        foreach (int width in Multiplies.Keys)
        {
            if (!IsPlausible(MultipliesPerCycle(width)))
            {
                yield return Doubt($"{width}-bit multiplications", MultipliesPerCycle(width));
            }
        }

        if (Clock.Median < 0.8 * Gigahertz)
        {
            yield return FormattableString.Invariant(
                $"The clock's median, {Clock.Median:F2} GHz, is far below its best, {Gigahertz:F2} GHz: believe the bests and the ratios, not the medians.");
        }
    }

    public void Sample()
    {
        Clock.Add(Read(InstructionChains.AddsPerTurn * AddTurns, static () => InstructionChains.DependentAdds(AddTurns, 1)));
        if (InstructionChains.AesRound.IsSupported)
        {
            AesRounds.Add(Read(InstructionChains.StepsPerTurn * AesTurns, static () =>
                InstructionChains.Independent<InstructionChains.AesRound, Vector128<byte>>(AesTurns)));
        }

        foreach ((int width, Samples samples) in Multiplies)
        {
            samples.Add(Read(InstructionChains.StepsPerTurn * MultiplyTurns, _multiplies[width]));
        }
    }

    private static SortedDictionary<int, Func<ulong>> CreateMultiplies()
    {
        SortedDictionary<int, Func<ulong>> chains = [];
        if (InstructionChains.Multiply128.IsSupported)
        {
            chains.Add(128, static () => InstructionChains.Independent<InstructionChains.Multiply128, Vector128<ulong>>(MultiplyTurns));
        }

        if (InstructionChains.Multiply256.IsSupported)
        {
            chains.Add(256, static () => InstructionChains.Independent<InstructionChains.Multiply256, Vector256<ulong>>(MultiplyTurns));
        }

        if (InstructionChains.Multiply512.IsSupported)
        {
            chains.Add(512, static () => InstructionChains.Independent<InstructionChains.Multiply512, Vector512<ulong>>(MultiplyTurns));
        }

        return chains;
    }

    /// <summary>Instructions in a nanosecond.</summary>
    private static double Read(int instructions, Func<ulong> chain)
    {
        long start = Stopwatch.GetTimestamp();
        _ = chain();
        return instructions / Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    private static bool IsPlausible(double perCycle) =>
        new[] { 0.25, 0.5, 1, 2, 3, 4 }.Any(usual => Math.Abs(perCycle - usual) < 0.06 * usual);

    private static string Doubt(string what, double perCycle) => FormattableString.Invariant(
        $"{perCycle:F2} {what} a cycle is not a usual figure: the clock was misread, or the core was shared. Measure again before you rely on cycles.");
}
