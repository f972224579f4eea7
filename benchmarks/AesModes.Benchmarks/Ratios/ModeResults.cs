using System.Globalization;
using System.Text;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured of one mode.</summary>
internal sealed class ModeResults : Findings
{
    /// <summary>
    /// A size has its rounds in as many parts, one after the other sizes': another program that is busy for some seconds spoils no size's rounds all.
    /// </summary>
    private const int Turns = 4;

    private ModeResults(ModeRatios mode, IReadOnlyList<SizeComparison> sizes, SoftwareKernels? kernels, int rounds)
        : base(mode)
    {
        Effort = $"{rounds} rounds";
        Mode = mode;
        Sizes = sizes;
        Kernels = kernels;
        Faults = [.. sizes.SelectMany(size => size.Faults).Append(kernels?.Fault).OfType<string>().Distinct()];
        Doubts = [.. sizes.SelectMany(size => size.Speed.Doubts().Select(doubt => $"{size.Title}: {doubt}"))];
        Targets = mode.Evaluate(this);
    }

    public ModeRatios Mode { get; }

    public IReadOnlyList<SizeComparison> Sizes { get; }

    public SoftwareKernels? Kernels { get; }

    public override MachineSpeed Speed => Sizes[^1].Speed;

    public override string Effort { get; }

    public override IReadOnlyList<Target> Targets { get; }

    public override IReadOnlyList<string> Faults { get; }

    public override IReadOnlyList<string> Doubts { get; }

    public static ModeResults Measure(ModeRatios mode, IReadOnlyList<int> bytes, int rounds)
    {
        List<ContestantList> contestants = [];
        List<SizeComparison> sizes = [];
        foreach (Variant variant in mode.Variants)
        {
            foreach (int size in bytes)
            {
                Console.Error.WriteLine($"{mode.Name}, {variant.Title(size)} …");
                contestants.Add(mode.CreateContestants(size, variant));
                sizes.Add(SizeComparison.Measure(variant, contestants[^1].All, rounds - ((Turns - 1) * (rounds / Turns))));
            }
        }

        for (int turn = 1; turn < Turns; turn++)
        {
            Console.Error.WriteLine($"{mode.Name}, all sizes again …");
            sizes.ForEach(size => size.Continue(rounds / Turns));
        }

        contestants.ForEach(list => list.Dispose());
        return new ModeResults(mode, sizes, mode.MeasureKernels(rounds), rounds);
    }

    public IEnumerable<SizeComparison> SizesOf(Variant variant) => Sizes.Where(size => size.Variant == variant);

    /// <summary>The mode's first variant; null where that size was not measured.</summary>
    public SizeComparison? Find(int bytes) => Find(bytes, Mode.Variants[0]);

    /// <summary>Null where that size was not measured.</summary>
    public SizeComparison? Find(int bytes, Variant variant) => SizesOf(variant).FirstOrDefault(size => size.Bytes == bytes);

    /// <summary>Of our rows, the most managed bytes that a call allocates.</summary>
    public double? MostAllocated => (
        from size in Sizes
        from peer in size.OwnPeers
        from operation in OperationNames.All
        select size[operation, peer]!.AllocatedBytes).Max();

    public override string ToText()
    {
        StringBuilder text = new();
        foreach (SizeComparison size in Sizes)
        {
            _ = text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{Variant.Size(size.Bytes)}, {size.Variant.Parameters}; {size.Speed.Describe()}");
            foreach (Operation operation in OperationNames.All)
            {
                _ = text.AppendLine().Append(Tables.Rows(Mode, size, operation).ToText());
            }
        }

        return text.AppendLine().Append(Kernels is { } kernels ? kernels.ToTable().ToText() + Environment.NewLine : "").ToString();
    }

    public override string ToMarkdown(string section) => Mode.Sections.Single(own => own.Name == section).CreateMarkdown(this);

    public override IEnumerable<(string Name, object? Value)> ToJson() => ReportJson.Create(this);

    /// <summary>How many times as fast as the yardstick ours is; null where one of the two is not there.</summary>
    public double? SpeedAgainst(SizeComparison? size, Operation operation, Yardstick yardstick) =>
        size?[operation, Mode.OwnPeer] is { } ours && size[operation, yardstick.Peer] is { } theirs ? ours.SpeedAgainst(theirs) : null;
}
