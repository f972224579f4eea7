using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>The tables that every mode has.</summary>
internal static class Tables
{
    public static string Titled(string title, Table table) => $"\n### {title}\n\n{table.ToMarkdown()}";

    /// <summary>Markdown: a table for each variant and direction, a line for each size, ours beside the yardsticks.</summary>
    public static string Overviews(ModeResults results) => string.Concat(
        from variant in results.Mode.Variants
        from operation in OperationNames.All
        select Titled($"{operation.Noun()}, {variant.Parameters}", Overview(results, operation, variant)));

    /// <summary>One size, one direction, a line for each peer.</summary>
    public static Table Rows(ModeRatios mode, SizeComparison size, Operation operation)
    {
        Table table = new([
            operation.Verb(), "ns", "median", "MB/s", "cycles", "cycles/byte",
            .. mode.Yardsticks.SelectMany(yardstick => new[] { $"× {yardstick.Label}", "median" }),
            "of limit", "allocated"]);
        foreach (string peer in size.Peers)
        {
            RowResult row = size[operation, peer]!;
            table.Add([
                peer,
                Format.Nanoseconds(row.Best),
                Format.Nanoseconds(row.Median),
                Format.Number(row.MegabytesPerSecond, "N0"),
                Format.Number(row.Cycles, "F0"),
                Format.Number(row.CyclesPerByte, "F3"),
                .. mode.Yardsticks.Select(yardstick => size[operation, yardstick.Peer])
                    .SelectMany(theirs => new[] { Format.Speed(row, theirs), Format.MedianSpeed(row, theirs) }),
                Format.Number(row.ShareOfLimit, "P0"),
                Format.Number(row.AllocatedBytes, "0.##")]);
        }

        return table;
    }

    private static Table Overview(ModeResults results, Operation operation, Variant variant)
    {
        ModeRatios mode = results.Mode;
        Table table = new([
            "bytes", $"{mode.OwnPeer}, ns", "MB/s", "cycles", "cycles/byte", "of limit",
            .. mode.Yardsticks.SelectMany(yardstick => new[] { $"{yardstick.Label}, ns", $"× {yardstick.Label}" }),
            "software, ns", "software, cycles/byte"]);
        foreach (SizeComparison size in results.SizesOf(variant))
        {
            RowResult? ours = size[operation, mode.OwnPeer];
            RowResult? software = size[operation, mode.SoftwarePeer];
            table.Add([
                Format.Number(size.Bytes, "F0"),
                Format.Nanoseconds(ours?.Best),
                Format.Number(ours?.MegabytesPerSecond, "N0"),
                Format.Number(ours?.Cycles, "F0"),
                Format.Number(ours?.CyclesPerByte, "F2"),
                Format.Number(ours?.ShareOfLimit, "P0"),
                .. mode.Yardsticks.Select(yardstick => size[operation, yardstick.Peer])
                    .SelectMany(theirs => new[] { Format.Nanoseconds(theirs?.Best), Format.Speed(ours, theirs) }),
                Format.Nanoseconds(software?.Best),
                Format.Number(software?.CyclesPerByte, "F2")]);
        }

        return table;
    }
}
