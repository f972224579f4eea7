namespace AesModes.Measuring;

/// <summary>What was measured of a row.</summary>
internal sealed class RowResult(Row row, MachineSpeed speed)
{
    /// <summary>A reading may be a little off; a row that beats its bound by more than this is wrong, or its bound is.</summary>
    private const double BoundTolerance = 0.97;

    public Row Row => row;

    /// <summary>Nanoseconds a call, one number a round.</summary>
    public Samples Times { get; } = new();

    /// <summary>Managed memory that one call allocates; null where it was not counted.</summary>
    public double? AllocatedBytes { get; set; }

    /// <summary>Nanoseconds a call.</summary>
    public double Best => Times.Smallest;

    /// <summary>Nanoseconds a call.</summary>
    public double Median => Times.Median;

    /// <summary>10⁶ bytes a second, at best.</summary>
    public double MegabytesPerSecond => row.Bytes / Best * 1000;

    /// <summary>Cycles a call, at best.</summary>
    public double Cycles => Best * speed.Gigahertz;

    public double CyclesPerByte => Cycles / row.Bytes;

    /// <summary>Nanoseconds that its instructions take at least; null where these are not known.</summary>
    public double? Limit => row.Work?.LimitNanoseconds(speed) is > 0 and double limit ? limit : null;

    /// <summary>1 would be the limit reached.</summary>
    public double? ShareOfLimit => Limit / Best;

    /// <summary>Whether it was faster than its AES rounds can be.</summary>
    public bool BeatsItsBound => row.Work is { } work && Best < work.AesNanoseconds(speed) * BoundTolerance;

    /// <summary>In a sentence, what is wrong with a row that beats its bound.</summary>
    /// <param name="what">The row, and what it handles.</param>
    public string? FindFault(string what) => BeatsItsBound
        ? FormattableString.Invariant(
            $"{what} took {Best:F1} ns, but its AES rounds alone take {row.Work!.AesNanoseconds(speed):F1} ns: it does not do its work, or is measured wrong.")
        : null;

    /// <summary>How many times as fast as the other, by both bests.</summary>
    public double SpeedAgainst(RowResult other) => other.Best / Best;

    /// <summary>The same, round by round, and the median of that.</summary>
    public double MedianSpeedAgainst(RowResult other) => other.Times.MedianRatioTo(Times);
}
