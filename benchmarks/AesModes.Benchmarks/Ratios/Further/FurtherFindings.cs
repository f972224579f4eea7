using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>A table, the same for programs, and targets.</summary>
/// <param name="experiment">Whose they are.</param>
/// <param name="speed">As it was measured in between.</param>
/// <param name="effort">How much was done, in words.</param>
/// <param name="table">For readers.</param>
/// <param name="rows">For programs.</param>
/// <param name="targets">What must be reached; none where the figures only explain.</param>
internal sealed class FurtherFindings(
    FurtherExperiment experiment, MachineSpeed speed, string effort, Table table, IEnumerable<object> rows, IReadOnlyList<Target> targets)
    : Findings(experiment)
{
    public override MachineSpeed Speed => speed;

    public override string Effort => effort;

    public override IReadOnlyList<Target> Targets => targets;

    public override IReadOnlyList<string> Faults => [.. FurtherFaults];

    public override IReadOnlyList<string> Doubts => [.. speed.Doubts(), .. FurtherDoubts];

    public IReadOnlyList<string> FurtherFaults { get; init; } = [];

    public IReadOnlyList<string> FurtherDoubts { get; init; } = [];

    public override string ToText() => Environment.NewLine + table.ToText();

    /// <summary>With what it is to be doubted for: these tables are of times that a busy machine spoils.</summary>
    public override string ToMarkdown(string section) =>
        "\n" + table.ToMarkdown()
        + string.Concat(FurtherDoubts.Select((doubt, i) => $"{(i == 0 ? "\n" : "")}* In doubt: {doubt}\n"))
        + (targets.Count == 0 ? "" : Tables.Titled("Targets", Target.CreateTable(targets)).Replace("\n### ", "\n#### ", StringComparison.Ordinal));

    public override IEnumerable<(string Name, object? Value)> ToJson() => [("Rows", rows)];
}
