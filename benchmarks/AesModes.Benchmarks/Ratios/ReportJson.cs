using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured, for programs.</summary>
internal static class ReportJson
{
    private static readonly JsonSerializerOptions _options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DictionaryKeyPolicy = JsonNamingPolicy.CamelCase,

        // For files, not for web pages: ≥ and + need no escape.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Create(Report report, IReadOnlyList<Findings> all) => JsonSerializer.Serialize(
        new
        {
            Date = Report.Today,
            Report.Command,
            MachineInfo.Processor,
            MachineInfo.System,
            MachineInfo.Runtime,
            MachineInfo.Switches,
            Libsodium = Sodium.Version,
            OpenSsl = OpenSsl.Version,
            KeyBits = Settings.KeySize * 8,
            Comparisons = all.Select(Create),
            report.Faults,
            report.Doubts,
        },
        _options);

    /// <summary>What a mode has beside name and targets.</summary>
    public static IEnumerable<(string Name, object? Value)> Create(ModeResults results) =>
    [
        ("Sizes", results.Sizes.Select(size => Create(results.Mode, size))),
        ("Kernels", results.Kernels?.Rows.Select(Create) ?? []),
    ];

    private static Dictionary<string, object?> Create(Findings findings) => ToDictionary(
    [
        ("Name", findings.Experiment.Name),
        ("Effort", findings.Effort),
        .. findings.ToJson(),
        ("Targets", findings.Targets.Select(target => new { target.Name, target.Bound, target.AtLeast, target.Measured, target.Verdict })),
    ]);

    private static Dictionary<string, object?> ToDictionary(IEnumerable<(string Name, object? Value)> members) =>
        members.ToDictionary(member => member.Name, member => member.Value);

    private static object Create(ModeRatios mode, SizeComparison size) => new
    {
        size.Bytes,
        KeyBits = size.Variant.KeySize * 8,
        size.Variant.AssociatedDataBytes,
        Speed = new
        {
            size.Speed.Gigahertz,
            MedianGigahertz = size.Speed.Clock.Median,
            size.Speed.AesRoundsPerCycle,
            MultipliesPerCycle = size.Speed.Multiplies.Keys.ToDictionary(
                width => width.ToString(CultureInfo.InvariantCulture), size.Speed.MultipliesPerCycle),
        },
        Rows =
            from operation in OperationNames.All
            from peer in size.Peers
            select Create(mode, size, operation, size[operation, peer]!, peer),
    };

    private static Dictionary<string, object?> Create(ModeRatios mode, SizeComparison size, Operation operation, RowResult result, string peer)
    {
        Dictionary<string, object?> row = ToDictionary([("Operation", operation.Verb()), ("Name", peer), .. Figures(result)]);
        foreach (Yardstick yardstick in mode.Yardsticks)
        {
            RowResult? theirs = size[operation, yardstick.Peer];
            row.Add($"TimesAsFastAs{yardstick.Key}", theirs is null ? null : result.SpeedAgainst(theirs));
            row.Add($"MedianTimesAsFastAs{yardstick.Key}", theirs is null ? null : result.MedianSpeedAgainst(theirs));
        }

        row.Add("LimitNanoseconds", result.Limit);
        row.Add("ShareOfLimit", result.ShareOfLimit);
        return row;
    }

    private static Dictionary<string, object?> Create(RowResult kernel) =>
        ToDictionary([("Name", kernel.Row.Name), ("Bytes", kernel.Row.Bytes), .. Figures(kernel)]);

    private static IEnumerable<(string Name, object? Value)> Figures(RowResult result) =>
    [
        ("BestNanoseconds", result.Best),
        ("MedianNanoseconds", result.Median),
        ("MegabytesPerSecond", result.MegabytesPerSecond),
        ("Cycles", result.Cycles),
        ("CyclesPerByte", result.CyclesPerByte),
        ("AllocatedBytes", result.AllocatedBytes),
    ];
}
