namespace AesModes.Benchmarks.Ratios;

/// <summary>The README's table of a mode: some sizes, two kinds of call in a cell; and where it loses, of all sizes that were measured.</summary>
/// <param name="OwnTitle">Above our times.</param>
/// <param name="Sizes">In bytes; those that were not measured are left out.</param>
/// <param name="Calls">What stands in a cell, the one before the other.</param>
internal sealed record BriefTable(string OwnTitle, IReadOnlyList<int> Sizes, IReadOnlyList<(Variant Variant, Operation Operation)> Calls)
{
    public string ToMarkdown(ModeResults results)
    {
        ModeRatios mode = results.Mode;
        Column<int> Cells(string header, string peer, Func<RowResult?, RowResult?, string> format) => new(header, null, bytes => Cell(results, bytes, peer, format));
        Table table = Tables.Create(
            Sizes.Where(bytes => Calls.All(call => results.Find(bytes, call.Variant) is not null)),
            [
                new("bytes", null, bytes => bytes, "F0"),
                Cells($"{OwnTitle}, ns", mode.OwnPeer, (row, _) => Format.Nanoseconds(row?.Best)),
                .. mode.Yardsticks.Select(yardstick => Cells($"{yardstick.Peer}, ns", yardstick.Peer, (row, _) => Format.Nanoseconds(row?.Best))),
                .. mode.Yardsticks.Select(yardstick => Cells($"times as fast as {yardstick.Label}", yardstick.Peer, (row, ours) => Format.Speed(ours, row))),
                Cells("without AES instructions, ns", mode.SoftwarePeer, (row, _) => Format.Nanoseconds(row?.Best)),
            ]);
        return $"{table.ToMarkdown()}\n{FindLosses(results)}\n";
    }

    private string Cell(ModeResults results, int bytes, string peer, Func<RowResult?, RowResult?, string> format) =>
        string.Join(" / ", Calls.Select(call =>
        {
            SizeComparison? size = results.Find(bytes, call.Variant);
            return format(size?[call.Operation, peer], size?[call.Operation, results.Mode.OwnPeer]);
        }));

    /// <summary>Every size and direction that is behind a yardstick; and the same of software beside the first of them.</summary>
    private static string FindLosses(ModeResults results)
    {
        string[] lost = [.. results.Mode.Yardsticks.Select(yardstick => (yardstick.Peer, Sizes: FindLosses(results, yardstick)))
            .Where(lost => lost.Sizes.Length > 0)
            .Select(lost => $"behind {lost.Peer}: {string.Join(", ", lost.Sizes)}")];
        Yardstick first = results.Mode.Yardsticks[0];
        double[] software = [.. results.Sizes.SelectMany(_ => OperationNames.All, (size, operation) =>
                size[operation, results.Mode.SoftwarePeer] is { } ours && size[operation, first.Peer] is { } theirs ? ours.SpeedAgainst(theirs) : (double?)null)
            .OfType<double>()];
        return (lost.Length == 0 ? "Where we lose: nowhere with AES instructions." : $"Where we lose, {string.Join("; ", lost)}.")
            + (software.Length == 0 ? "" : $" Without AES instructions: {software.Min():F2} to {software.Max():F2} times the speed of {first.Peer}.");
    }

    private static string[] FindLosses(ModeResults results, Yardstick yardstick) =>
        [.. results.Mode.Variants.SelectMany(_ => OperationNames.All, (variant, operation) => FindLosses(results, yardstick, variant, operation)).SelectMany(lost => lost)];

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
}
