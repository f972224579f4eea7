namespace AesModes.Measuring;

/// <summary>One thing to time beside others.</summary>
/// <param name="Name">The name in every table.</param>
/// <param name="Bytes">The number of bytes that one call handles.</param>
/// <param name="Repeat">Makes the given number of calls.</param>
/// <param name="Work">The least work of one call, if it is known.</param>
internal sealed record Row(string Name, int Bytes, Action<int> Repeat, Work? Work = null)
{
    /// <summary>Makes a value for <see cref="Repeat"/>.</summary>
    public static Action<int> Calls(Action call) => calls =>
    {
        for (; calls > 0; calls--)
        {
            call();
        }
    };
}

/// <summary>The instructions that one call needs at least. All its other work counts as free.</summary>
/// <param name="AesRounds">AESENC and AESENCLAST, or AESE.</param>
/// <param name="Multiplies">Carry-less multiplications.</param>
/// <param name="MultiplyWidth">The width of a multiplication in bits: 128, 256 or 512.</param>
/// <param name="Overlap">Whether both can run at the same time, because the hash does not wait for the encryption.</param>
internal sealed record Work(double AesRounds, double Multiplies = 0, int MultiplyWidth = 128, bool Overlap = false)
{
    /// <summary>The AES rounds that count for the limit: fewer if the limit is that of a longer message.</summary>
    public double LimitAesRounds { get; init; } = AesRounds;

    /// <summary>The number of blocks that one of the row's AES instructions processes: more than 1 if it is wider than 128 bits.</summary>
    public double AesBlocks { get; init; } = 1;

    /// <summary>Other work of the multiply unit, in 128-bit carry-less multiplications.</summary>
    public double NarrowMultiplies { get; init; }

    /// <summary>The shortest time for the AES rounds alone, in nanoseconds. No correct row is faster.</summary>
    public double AesNanoseconds(MachineSpeed speed) => Nanoseconds(AesRounds, speed) / AesBlocks;

    /// <summary>The limit: the shortest time for both kinds of instruction, in nanoseconds. 0 if the instructions' speed is not known.</summary>
    /// <param name="speed">The speed of .NET's instructions.</param>
    /// <param name="blocks">Replaces <see cref="AesBlocks"/>.</param>
    public double LimitNanoseconds(MachineSpeed speed, double? blocks = null)
    {
        if (!speed.IsOptimized)
        {
            return 0;
        }

        double multiplies = Nanoseconds(Multiplies, MultiplyWidth, speed) + Nanoseconds(NarrowMultiplies, 128, speed);
        double aes = Nanoseconds(LimitAesRounds, speed) / (blocks ?? AesBlocks);
        return Overlap ? Math.Max(aes, multiplies) : aes + multiplies;
    }

    private static double Nanoseconds(double aesRounds, MachineSpeed speed) =>
        speed is { IsOptimized: true, HasAesRounds: true } ? aesRounds / speed.AesRounds.Largest : 0;

    private static double Nanoseconds(double multiplies, int width, MachineSpeed speed) =>
        multiplies > 0 && speed.Multiplies.TryGetValue(width, out Samples? samples) ? multiplies / samples.Largest : 0;
}

/// <summary>The measured results of a row.</summary>
internal sealed class RowResult(Row row, MachineSpeed speed)
{
    /// <summary>Allows for a small error of a reading.</summary>
    private const double BoundTolerance = 0.97;

    public Row Row => row;

    /// <summary>Nanoseconds per call, one value per round.</summary>
    public Samples Times { get; } = new();

    /// <summary>Bytes that one call allocates; null if they were not counted.</summary>
    public double? AllocatedBytes { get; set; }

    public double Best => Times.Smallest;

    public double Median => Times.Median;

    /// <summary>10⁶ bytes per second, at best.</summary>
    public double MegabytesPerSecond => row.Bytes / Best * 1000;

    /// <summary>Cycles per call, at best; null if the clock is not trusted.</summary>
    public double? Cycles => Best * speed.Gigahertz;

    public double? CyclesPerByte => Cycles / row.Bytes;

    /// <inheritdoc cref="MachineSpeed.ClockFault"/>
    public string? ClockFault => speed.ClockFault;

    /// <summary>The least time for its instructions, in nanoseconds.</summary>
    public double? Limit => row.Work?.LimitNanoseconds(speed) is > 0 and double limit ? limit : null;

    public double? ShareOfLimit => Limit / Best;

    /// <summary>The share of a limit with wider AES instructions than .NET has: see <see cref="Work.LimitNanoseconds"/>.</summary>
    public double? ShareOfWideLimit(double blocks) => Limit is null ? null : row.Work!.LimitNanoseconds(speed, blocks) / Best;

    public bool BeatsItsBound => row.Work is { } work && Best < work.AesNanoseconds(speed) * BoundTolerance;

    public string? FindFault(string what) => BeatsItsBound
        ? FormattableString.Invariant(
            $"{what} took {Best:F1} ns, but its AES rounds alone take {row.Work!.AesNanoseconds(speed):F1} ns.")
        : null;

    /// <summary>The ratio of both bests.</summary>
    public double SpeedAgainst(RowResult other) => other.Best / Best;

    public double MedianSpeedAgainst(RowResult other) => other.Times.MedianRatioTo(Times);
}

/// <summary>One value per round: times, or speeds.</summary>
internal sealed class Samples(params IEnumerable<double> values)
{
    private readonly List<double> _values = [.. values];

    public IReadOnlyList<double> Values => _values;

    public double Smallest => _values.Min();

    public double Largest => _values.Max();

    public double Mean => _values.Average();

    public double Median => MedianOf(_values);

    public void Add(double value) => _values.Add(value);

    /// <summary>The median of the ratios of each round: a slowdown of both in one round cancels.</summary>
    public double MedianRatioTo(Samples other) => MedianOf(_values.Zip(other._values, (mine, theirs) => mine / theirs));

    private static double MedianOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
