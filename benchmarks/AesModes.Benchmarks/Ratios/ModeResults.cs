using System.Globalization;
using System.Text;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured of one mode.</summary>
internal sealed record ModeResults(ModeRatios Mode, IReadOnlyList<SizeComparison> Sizes, SoftwareKernels? Kernels)
{
    /// <summary>
    /// A size has its rounds in as many parts, one after the other sizes': another program that is busy for some seconds spoils no size's rounds all.
    /// </summary>
    private const int Turns = 4;

    public IReadOnlyList<Target> Targets => field ??= Mode.Evaluate(this);

    /// <summary>Of our rows, the most managed bytes that a call allocates.</summary>
    public double? MostAllocated => (
        from size in Sizes
        from peer in size.OwnPeers
        from operation in OperationNames.All
        select size[operation, peer]!.AllocatedBytes).Max();

    public static Findings Measure(ModeRatios mode, IReadOnlyList<int> bytes, int rounds)
    {
        List<SizeComparison> sizes = MeasureSizes(mode, bytes, rounds);
        ModeResults results = new(mode, sizes, mode.MeasureKernels(rounds));
        return new Findings(mode, sizes[^1].Speed, $"{rounds} rounds")
        {
            Targets = results.Targets,
            Faults = [.. sizes.SelectMany(size => size.Faults).Append(results.Kernels?.Fault).OfType<string>().Distinct()],
            Doubts = [.. sizes.SelectMany(size => size.Speed.Doubts().Select(doubt => $"{size.Title}: {doubt}"))],
            Text = results.ToText(),
            ToMarkdown = section => mode.Sections.Single(own => own.Name == section).CreateMarkdown(results),
            Json =
            [
                new("Sizes", sizes.Select(size => ToJson(mode, size))),
                new("Kernels", results.Kernels?.ToJson() ?? Array.Empty<object>()),
            ],
        };
    }

    private static List<SizeComparison> MeasureSizes(ModeRatios mode, IReadOnlyList<int> bytes, int rounds)
    {
        List<ContestantList> contestants = [];
        List<SizeComparison> sizes = [];
        try
        {
            foreach (Variant variant in mode.Variants)
            {
                foreach (int size in bytes)
                {
                    Console.Error.WriteLine($"{mode.Name}, {variant.Title(size)} …");
                    contestants.Add(mode.CreateContestants(size, variant));
                    sizes.Add(new SizeComparison(variant, contestants[^1].All, rounds - ((Turns - 1) * (rounds / Turns))));
                }
            }

            for (int turn = 1; turn < Turns; turn++)
            {
                Console.Error.WriteLine($"{mode.Name}, all sizes again …");
                sizes.ForEach(size => size.Continue(rounds / Turns));
            }
        }
        finally
        {
            contestants.ForEach(list => list.Dispose());
        }

        return sizes;
    }

    public IEnumerable<SizeComparison> SizesOf(Variant variant) => Sizes.Where(size => size.Variant == variant);

    /// <summary>In the mode's first variant, if no other is given; null where that size was not measured.</summary>
    public SizeComparison? Find(int bytes, Variant? variant = null) => SizesOf(variant ?? Mode.Variants[0]).FirstOrDefault(size => size.Bytes == bytes);

    /// <summary>How many times as fast as the yardstick ours is; null where one of the two is not there.</summary>
    public double? SpeedAgainst(SizeComparison? size, Operation operation, Yardstick yardstick) =>
        size?[operation, Mode.OwnPeer] is { } ours && size[operation, yardstick.Peer] is { } theirs ? ours.SpeedAgainst(theirs) : null;

    private string ToText()
    {
        StringBuilder text = new();
        foreach (SizeComparison size in Sizes)
        {
            _ = text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{Variant.Size(size.Bytes)}, {size.Variant.Parameters}; {size.Speed.Describe()}");
            foreach (Operation operation in OperationNames.All)
            {
                _ = text.AppendLine().Append(Tables.Create(size.Peers, Tables.Columns(Mode, size, operation)).ToText());
            }
        }

        return text.AppendLine().Append(Kernels is { } kernels ? kernels.ToTable().ToText() + Environment.NewLine : "").ToString();
    }

    private static object ToJson(ModeRatios mode, SizeComparison size) => new
    {
        size.Bytes,
        KeyBits = size.Variant.KeySize * 8,
        size.Variant.AssociatedDataBytes,
        Speed = new
        {
            size.Speed.Gigahertz,
            MedianGigahertz = size.Speed.Gigahertz is null ? (double?)null : size.Speed.Clock.Median,
            size.Speed.AesRoundsPerCycle,
            MultipliesPerCycle = size.Speed.Multiplies.Keys.ToDictionary(
                width => width.ToString(CultureInfo.InvariantCulture), size.Speed.MultipliesPerCycle),
        },
        Rows = OperationNames.All.SelectMany(operation => Tables.ToJson(size.Peers, Tables.Columns(mode, size, operation))),
    };
}
