namespace AesModes.Benchmarks.Ratios;

/// <summary>A mode beside its peers: a line for each peer, a column for each size; below it, where we lose.</summary>
/// <param name="Sizes">In bytes; those that were not measured are left out. Null: all that were.</param>
/// <param name="Calls">What stands in a cell, the one before the other.</param>
internal sealed record PeerTable(IReadOnlyList<int>? Sizes, params IReadOnlyList<(Variant Variant, Operation Operation)> Calls)
{
    public string ToMarkdown(ModeResults results)
    {
        ModeRatios mode = results.Mode;
        int[] sizes = [.. (Sizes ?? results.Sizes.Select(size => size.Bytes).Distinct()).Where(bytes => Calls.All(call => results.Find(bytes, call.Variant) is not null))];
        Line[] lines =
        [
            new($"**{mode.OwnPeer}, ns**", mode.OwnPeer, (row, _) => Format.Nanoseconds(row?.Best)),
            new("the same with AesModes.Wide, ns", mode.WidePeer, (row, _) => Format.Nanoseconds(row?.Best)),
            new("the same without AES instructions, ns", mode.SoftwarePeer, (row, _) => Format.Nanoseconds(row?.Best)),
            .. mode.Yardsticks.Select(yardstick => new Line($"times as fast as {yardstick.Peer}", yardstick.Peer, (row, ours) => Format.Speed(ours, row))),
        ];
        Peer? Find(Line line) => results.SizesOf(Calls[0].Variant).Select(size => size.Find(line.Peer)).FirstOrDefault(peer => peer is not null);
        Table table = Tables.Create(
            lines.Where(line => Find(line) is not null),
            [
                new(CellTitle, null, line => line.Title),
                new("library", null, line => Find(line)!.Library),
                new("key", null, line => Tables.KeyOf(Find(line)!)),
                .. sizes.Select(bytes => new Column<Line>(bytes == 1 ? "1 byte" : Format.Number(bytes, "N0"), null, line => Cell(results, bytes, line))),
            ]);
        return $"{table.ToMarkdown()}\n{FindLosses(results)}";
    }

    /// <summary>Without what does not change from cell to cell.</summary>
    private string CellTitle => string.Join(" / ", Calls.Select(call => Calls.DistinctBy(other => other.Operation).Count() > 1 ? call.Operation.Verb() : call.Variant.Parameters));

    private string Cell(ModeResults results, int bytes, Line line) => string.Join(" / ", Calls.Select(call =>
    {
        SizeComparison? size = results.Find(bytes, call.Variant);
        return line.Format(size?[call.Operation, line.Peer], size?[call.Operation, results.Mode.OwnPeer]);
    }));

    private IReadOnlyList<Variant> Variants => [.. Calls.Select(call => call.Variant).Distinct()];

    /// <summary>Of all sizes: each that is behind a yardstick, in either direction; and software beside the first yardstick.</summary>
    private string FindLosses(ModeResults results)
    {
        string[] lost = [.. results.Mode.Yardsticks.Select(yardstick => (yardstick.Peer, Sizes: FindLosses(results, yardstick)))
            .Where(lost => lost.Sizes.Length > 0)
            .Select(lost => $"* behind {lost.Peer}: {string.Join("; ", lost.Sizes)}\n")];
        Yardstick first = results.Mode.Yardsticks[0];
        double[] software = [.. results.Sizes.Where(size => Variants.Contains(size.Variant)).SelectMany(_ => OperationNames.All, (size, operation) =>
                size[operation, results.Mode.SoftwarePeer] is { } ours && size[operation, first.Peer] is { } theirs ? ours.SpeedAgainst(theirs) : (double?)null)
            .OfType<double>()];
        return (lost.Length == 0 ? "Where we lose with AES instructions: at no size in this run, beside these peers.\n"
                : $"Where we lose with AES instructions (times as fast):\n\n{string.Concat(lost)}")
            + (software.Length == 0 ? "" : $"\nAesModes without AES instructions: {software.Min():F2} to {software.Max():F2} times as fast as {first.Peer}.\n");
    }

    private string[] FindLosses(ModeResults results, Yardstick yardstick) =>
        [.. Variants.SelectMany(_ => OperationNames.All, (variant, operation) => FindLosses(results, yardstick, variant, operation)).SelectMany(lost => lost)];

    /// <summary>Neighbouring sizes together.</summary>
    private static IEnumerable<string> FindLosses(ModeResults results, Yardstick yardstick, Variant variant, Operation operation)
    {
        List<(int Bytes, double Speed)> run = [];
        foreach (SizeComparison size in results.SizesOf(variant))
        {
            if (results.SpeedAgainst(size, operation, yardstick) is < 0.995 and double speed)
            {
                run.Add((size.Bytes, speed));
            }
            else if (run.Count > 0)
            {
                yield return Describe(run, variant, operation);
                run.Clear();
            }
        }

        if (run.Count > 0)
        {
            yield return Describe(run, variant, operation);
        }
    }

    private static string Describe(List<(int Bytes, double Speed)> run, Variant variant, Operation operation)
    {
        string sizes = run.Count == 1 ? variant.Title(run[0].Bytes) : $"{run[0].Bytes} to {variant.Title(run[^1].Bytes)}";
        string least = Format.Number(run.Min(point => point.Speed), "F2");
        string most = Format.Number(run.Max(point => point.Speed), "F2");
        return $"{operation.Verb()} {sizes} ({least}{(least == most ? "" : $" to {most}")})";
    }

    /// <param name="Title">Of the line.</param>
    /// <param name="Peer">Whose row it tells of.</param>
    /// <param name="Format">Takes that peer's row and ours.</param>
    private sealed record Line(string Title, string Peer, Func<RowResult?, RowResult?, string> Format);
}
