using System.Globalization;

namespace AesModes.Benchmarks.Ratios;

/// <summary>Figures as they stand in tables; what was not measured is a dash.</summary>
internal static class Format
{
    public static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "–";

    public static string Nanoseconds(double? value) => Number(value, value is >= 1000 ? "N0" : "F1");

    /// <summary>By the bests.</summary>
    public static string Speed(RowResult? mine, RowResult? theirs)
    {
        double? speed = theirs is null ? null : mine?.SpeedAgainst(theirs);
        return Number(speed, speed is >= 10 ? "F1" : "F2");
    }
}

/// <summary>A figure of every row, for a table and for programs.</summary>
/// <param name="Header">In the table; null: not there.</param>
/// <param name="Key">In JSON; null: not there.</param>
/// <param name="Value">Text or a number; null where it was not measured.</param>
/// <param name="NumberFormat">Null: that of nanoseconds.</param>
internal sealed record Column<T>(string? Header, string? Key, Func<T, object?> Value, string? NumberFormat = null)
{
    public string ToText(T row) => Value(row) switch
    {
        null => "–",
        double number when NumberFormat is null => Format.Nanoseconds(number),
        IFormattable number => number.ToString(NumberFormat, CultureInfo.InvariantCulture),
        object text => text.ToString()!,
    };
}

/// <summary>The tables that every mode has.</summary>
internal static class Tables
{
    public static string Titled(string title, Table table) => $"\n### {title}\n\n{table.ToMarkdown()}";

    public static Table Create<T>(IEnumerable<T> rows, IReadOnlyList<Column<T>> columns)
    {
        Column<T>[] shown = [.. columns.Where(column => column.Header is not null)];
        Table table = new([.. shown.Select(column => column.Header!)]);
        foreach (T row in rows)
        {
            table.Add([.. shown.Select(column => column.ToText(row))]);
        }

        return table;
    }

    public static IEnumerable<Dictionary<string, object?>> ToJson<T>(IEnumerable<T> rows, IReadOnlyList<Column<T>> columns) =>
        [.. rows.Select(row => columns.Where(column => column.Key is not null).ToDictionary(column => column.Key!, column => column.Value(row)))];

    /// <summary>Markdown: for each variant ours beside the peers, and by itself in each direction.</summary>
    public static string Overviews(ModeResults results) => string.Concat(results.Mode.Variants.Select(variant =>
        $"\n### Beside others, {variant.Parameters}\n\n{new PeerTable(null, [.. OperationNames.All.Select(operation => (variant, operation))]).ToMarkdown(results)}"
        + string.Concat(OperationNames.All.Select(operation => Titled($"{operation.Noun()}, {variant.Parameters}", Overview(results, operation, variant))))));

    /// <summary>When the peer expands its key.</summary>
    public static string KeyOf(Peer peer) => peer.IsKeyPrepared ? "prepared" : "with each call";

    /// <summary>One size, one direction, a line for each peer.</summary>
    public static IReadOnlyList<Column<string>> Columns(ModeRatios mode, SizeComparison size, Operation operation)
    {
        RowResult Row(string peer) => size[operation, peer]!;
        return
        [
            new(null, "Operation", _ => operation.Verb()),
            new(operation.Verb(), "Name", peer => peer),
            new("ns", "BestNanoseconds", peer => Row(peer).Best),
            new("median", "MedianNanoseconds", peer => Row(peer).Median),
            new("MB/s", "MegabytesPerSecond", peer => Row(peer).MegabytesPerSecond, "N0"),
            new("cycles", "Cycles", peer => Row(peer).Cycles, "F0"),
            new("cycles/byte", "CyclesPerByte", peer => Row(peer).CyclesPerByte, "F3"),
            .. mode.Yardsticks.SelectMany(yardstick =>
            {
                // A table has one yardstick; programs get all.
                RowResult? theirs = size[operation, yardstick.Peer];
                bool isShown = yardstick == mode.Yardsticks[0];
                return new Column<string>[]
                {
                    new(isShown ? $"× {yardstick.Label}" : null, $"TimesAsFastAs{yardstick.Key}", peer => theirs is null ? null : Row(peer).SpeedAgainst(theirs), "F2"),
                    new(isShown ? "median" : null, $"MedianTimesAsFastAs{yardstick.Key}", peer => theirs is null ? null : Row(peer).MedianSpeedAgainst(theirs), "F2"),
                };
            }),
            new(null, "LimitNanoseconds", peer => Row(peer).Limit),
            new("of limit", "ShareOfLimit", peer => Row(peer).ShareOfLimit, "P0"),
            new(null, "ShareOfProcessorsLimit", peer => Row(peer).ShareOfWideLimit(WideAes.Factor), "P0"),
            new("allocated", "AllocatedBytes", peer => Row(peer).AllocatedBytes, "0.##"),
            new("library", "Library", peer => size.Find(peer)!.Library),
            new("key", "Key", peer => KeyOf(size.Find(peer)!)),
        ];
    }

    private static Table Overview(ModeResults results, Operation operation, Variant variant)
    {
        ModeRatios mode = results.Mode;
        RowResult? Ours(SizeComparison size) => size[operation, mode.OwnPeer];
        RowResult? Software(SizeComparison size) => size[operation, mode.SoftwarePeer];
        return Create<SizeComparison>(results.SizesOf(variant),
        [
            new("bytes", null, size => size.Bytes, "F0"),
            new($"{mode.OwnPeer}, ns", null, size => Ours(size)?.Best),
            new("MB/s", null, size => Ours(size)?.MegabytesPerSecond, "N0"),
            new("cycles", null, size => Ours(size)?.Cycles, "F0"),
            new("cycles/byte", null, size => Ours(size)?.CyclesPerByte, "F2"),
            new("of limit (128-bit AES)", null, size => Ours(size)?.ShareOfLimit, "P0"),
            .. WideAes.Width == 128 ? Array.Empty<Column<SizeComparison>>()
                : [new($"of the processor's ({WideAes.Width}-bit AES)", null, size => Ours(size)?.ShareOfWideLimit(WideAes.Factor), "P0")],
            new("software, ns", null, size => Software(size)?.Best),
            new("software, cycles/byte", null, size => Software(size)?.CyclesPerByte, "F2"),
        ]);
    }
}
