namespace AesModes.Benchmarks.Ratios;

/// <summary>A figure that must be reached, at least or at most, and what was measured: null where the rows were not there.</summary>
internal sealed record Target(string Name, double Bound, bool AtLeast, double? Measured)
{
    /// <summary>A doubt says why.</summary>
    public const string NoClock = "the clock is not trusted";

    /// <summary>Why it is not for this machine; null where it is. Whatever was measured then is no answer.</summary>
    public string? NotHere { get; init; }

    public bool IsMet => NotHere is null && Measured is { } measured && (AtLeast ? measured >= Bound : measured <= Bound);

    /// <summary>What a check fails for: also a row that should have been there.</summary>
    public bool IsMissed => NotHere is null && !IsMet;

    public string Verdict => NotHere is not null ? $"not measured: {NotHere}" : Measured is null ? "not measured" : IsMet ? "met" : "missed";

    /// <summary>Ours as a multiple of a yardstick's speed; in the mode's first variant, if no other is given.</summary>
    public static Target Against(ModeResults results, Operation operation, int bytes, Yardstick yardstick, double bound, Variant? variant = null)
    {
        variant ??= results.Mode.Variants[0];
        return new(
            $"{operation.Verb()} {variant.Title(bytes)} against {yardstick.Label}, times as fast",
            bound,
            true,
            results.SpeedAgainst(results.Find(bytes, variant), operation, yardstick));
    }

    /// <summary>Which part of the limit ours reaches.</summary>
    public static Target OfLimit(ModeResults results, SizeComparison? size, string title, Operation operation, double bound) =>
        new($"{operation.Verb()} {title}, share of the limit", bound, true, size?[operation, results.Mode.OwnPeer]?.ShareOfLimit);

    /// <summary>In the mode's first variant.</summary>
    public static Target Cycles(ModeResults results, Operation operation, int bytes, double bound) => InCycles(
        $"{operation.Verb()} {Variant.Size(bytes)}, cycles", bound, results.Find(bytes)?[operation, results.Mode.OwnPeer], static row => row.Cycles);

    /// <summary>At most this many cycles, or cycles/byte: not for a machine whose clock is not trusted.</summary>
    public static Target InCycles(string name, double bound, RowResult? row, Func<RowResult, double?> cycles) =>
        new(name, bound, false, row is null ? null : cycles(row)) { NotHere = row?.ClockFault is null ? null : NoClock };

    public static Target NoAllocation(ModeResults results) =>
        new("managed bytes allocated per call, the most of all our rows", 0, false, results.MostAllocated);

    public static Table CreateTable(IEnumerable<Target> targets) => Tables.Create(targets,
    [
        new("target", null, target => target.Name),
        new("bound", null, target => (target.AtLeast ? "≥ " : "≤ ") + Format.Number(target.Bound, "0.##")),
        new("measured", null, target => Format.Number(target.NotHere is null ? target.Measured : null, target.Measured is >= 100 ? "F0" : "0.00")),
        new("verdict", null, target => target.Verdict),
    ]);
}
