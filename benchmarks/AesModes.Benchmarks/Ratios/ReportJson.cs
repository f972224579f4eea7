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

    public static string Create(Report report, IReadOnlyList<ModeResults> modes, int rounds) => JsonSerializer.Serialize(
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
            Rounds = rounds,
            Comparisons = modes.Select(mode => new
            {
                mode.Mode.Name,
                Sizes = mode.Sizes.Select(size => Create(mode.Mode, size)),
                Kernels = mode.Kernels?.Rows.Select(Create) ?? [],
                Targets = mode.Targets.Select(target => new { target.Name, target.Bound, target.AtLeast, target.Measured, target.Verdict }),
            }),
            report.Faults,
            report.Doubts,
        },
        _options);

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
        Dictionary<string, object?> row = new() { ["Operation"] = operation.Verb(), ["Name"] = peer };
        foreach ((string name, object? value) in Figures(result))
        {
            row.Add(name, value);
        }

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

    private static Dictionary<string, object?> Create(RowResult kernel)
    {
        Dictionary<string, object?> row = new() { ["Name"] = kernel.Row.Name, ["Bytes"] = kernel.Row.Bytes };
        foreach ((string name, object? value) in Figures(kernel))
        {
            row.Add(name, value);
        }

        return row;
    }

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
