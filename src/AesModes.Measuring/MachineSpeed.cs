using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Measuring;

/// <summary>The core's clock, and how many AES rounds and carry-less multiplications it takes in a nanosecond: sampled in every round.</summary>
internal sealed class MachineSpeed
{
    /// <summary>A reading is as long as a row's slice, some 150 µs: shorter ones would find peaks of the clock that no row can.</summary>
    private const int AddTurns = 98304;

    private const int AesTurns = 98304;

    private const int MultiplyTurns = 32768;

    /// <summary>Those that this machine has, the narrowest first.</summary>
    private static readonly (int Width, Func<ulong> Chain)[] _multiplies =
    [
        .. Multiply<InstructionChains.Multiply128, Vector128<ulong>>(),
        .. Multiply<InstructionChains.Multiply256, Vector256<ulong>>(),
        .. Multiply<InstructionChains.Multiply512, Vector512<ulong>>(),
    ];

    /// <summary>Cycles in a nanosecond.</summary>
    public Samples Clock { get; } = new();

    /// <summary>AESENC, or AESE with AESMC, in a nanosecond; empty where there is none.</summary>
    public Samples AesRounds { get; } = new();

    /// <summary>Carry-less multiply instructions in a nanosecond, by their width in bits; what is not supported is not there.</summary>
    public IReadOnlyDictionary<int, Samples> Multiplies { get; } = _multiplies.ToDictionary(one => one.Width, _ => new Samples());

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

    public string Describe()
    {
        string aes = HasAesRounds ? FormattableString.Invariant($", {AesRoundsPerCycle:F2} AES rounds a cycle") : "";
        IEnumerable<string> multiplies = Multiplies.Keys.Select(width => FormattableString.Invariant($"{MultipliesPerCycle(width):F2} ({width}-bit)"));
        return FormattableString.Invariant($"{Gigahertz:F2} GHz measured{aes}")
            + (Multiplies.Count > 0 ? $", carry-less multiplications a cycle {string.Join(", ", multiplies)}" : "");
    }

    /// <summary>What is doubtful about the readings, in sentences. Units start ½, 1 or 2 instructions a cycle: for any other figure the clock was misread, or the core was shared.</summary>
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

        foreach ((int width, Func<ulong> chain) in _multiplies)
        {
            Multiplies[width].Add(Read(InstructionChains.StepsPerTurn * MultiplyTurns, chain));
        }
    }

    private static (int Width, Func<ulong> Chain)[] Multiply<TStep, TVector>()
        where TStep : struct, InstructionChains.IStep<TVector>
        where TVector : struct =>
        TStep.IsSupported ? [(8 * Unsafe.SizeOf<TVector>(), static () => InstructionChains.Independent<TStep, TVector>(MultiplyTurns))] : [];

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
