namespace AesModes.Measuring;

/// <summary>One thing to time beside others.</summary>
/// <param name="Name">As in every table.</param>
/// <param name="Bytes">Handled by one call.</param>
/// <param name="Repeat">Makes the given number of calls.</param>
/// <param name="Work">What one call cannot do without, where that is known.</param>
internal sealed record Row(string Name, int Bytes, Action<int> Repeat, Work? Work = null)
{
    /// <summary>For <see cref="Repeat"/>.</summary>
    public static Action<int> Calls(Action call) => calls =>
    {
        for (; calls > 0; calls--)
        {
            call();
        }
    };
}

/// <summary>The instructions that one call cannot do without; everything else it does is counted as free.</summary>
/// <param name="AesRounds">AESENC and AESENCLAST, or AESE.</param>
/// <param name="Multiplies">Carry-less multiplications.</param>
/// <param name="MultiplyWidth">In bits: 128, 256 or 512.</param>
/// <param name="Overlap">Whether both can run at the same time: where the hash does not wait for the encryption.</param>
internal sealed record Work(double AesRounds, double Multiplies = 0, int MultiplyWidth = 128, bool Overlap = false)
{
    /// <summary>Those that the limit counts: fewer, where it is that of a longer message.</summary>
    public double LimitAesRounds { get; init; } = AesRounds;

    /// <summary>How many times as many blocks the row's AES instruction takes as the one of 128 bits.</summary>
    public double AesBlocks { get; init; } = 1;

    /// <summary>What the multiply unit takes besides, in carry-less multiplications of 128 bits.</summary>
    public double NarrowMultiplies { get; init; }

    /// <summary>The shortest time for the AES rounds alone, in nanoseconds: no right row is faster.</summary>
    public double AesNanoseconds(MachineSpeed speed) => Nanoseconds(AesRounds, speed) / AesBlocks;

    /// <summary>The shortest time for both kinds, in nanoseconds: the limit whose share a row reaches. 0 where the instructions' speed is not known.</summary>
    /// <param name="speed">Of the instructions that .NET has.</param>
    /// <param name="blocks">In place of <see cref="AesBlocks"/>.</param>
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

/// <summary>What was measured of a row.</summary>
internal sealed class RowResult(Row row, MachineSpeed speed)
{
    /// <summary>A reading may be a little off.</summary>
    private const double BoundTolerance = 0.97;

    public Row Row => row;

    /// <summary>Nanoseconds a call, one number a round.</summary>
    public Samples Times { get; } = new();

    /// <summary>By one call; null where it was not counted.</summary>
    public double? AllocatedBytes { get; set; }

    public double Best => Times.Smallest;

    public double Median => Times.Median;

    /// <summary>10⁶ bytes a second, at best.</summary>
    public double MegabytesPerSecond => row.Bytes / Best * 1000;

    /// <summary>Cycles a call, at best; null where the clock is not trusted.</summary>
    public double? Cycles => Best * speed.Gigahertz;

    public double? CyclesPerByte => Cycles / row.Bytes;

    /// <inheritdoc cref="MachineSpeed.ClockFault"/>
    public string? ClockFault => speed.ClockFault;

    /// <summary>Nanoseconds that its instructions take at least.</summary>
    public double? Limit => row.Work?.LimitNanoseconds(speed) is > 0 and double limit ? limit : null;

    public double? ShareOfLimit => Limit / Best;

    /// <summary>Of a limit with wider AES instructions than .NET has: see <see cref="Work.LimitNanoseconds"/>.</summary>
    public double? ShareOfWideLimit(double blocks) => Limit is null ? null : row.Work!.LimitNanoseconds(speed, blocks) / Best;

    public bool BeatsItsBound => row.Work is { } work && Best < work.AesNanoseconds(speed) * BoundTolerance;

    public string? FindFault(string what) => BeatsItsBound
        ? FormattableString.Invariant(
            $"{what} took {Best:F1} ns, but its AES rounds alone take {row.Work!.AesNanoseconds(speed):F1} ns: it does not do its work, or is measured wrong.")
        : null;

    /// <summary>By both bests.</summary>
    public double SpeedAgainst(RowResult other) => other.Best / Best;

    public double MedianSpeedAgainst(RowResult other) => other.Times.MedianRatioTo(Times);
}

/// <summary>One number a round: times, or speeds.</summary>
internal sealed class Samples(params IEnumerable<double> values)
{
    private readonly List<double> _values = [.. values];

    public IReadOnlyList<double> Values => _values;

    public double Smallest => _values.Min();

    public double Largest => _values.Max();

    public double Mean => _values.Average();

    public double Median => MedianOf(_values);

    public void Add(double value) => _values.Add(value);

    /// <summary>The median of the ratios in each round: what slowed both in a round cancels.</summary>
    public double MedianRatioTo(Samples other) => MedianOf(_values.Zip(other._values, (mine, theirs) => mine / theirs));

    private static double MedianOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
