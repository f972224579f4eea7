namespace AesModes.Benchmarks.Ratios;

/// <summary>One thing that <c>ratios</c> measures: a mode beside its peers, or a question of its own.</summary>
internal abstract class Experiment(string name)
{
    /// <summary>In the order in which they are measured and told.</summary>
    public static IReadOnlyList<Experiment> All { get; } =
        [.. ModeRatios.Modes, new Further.SetUp(), new Further.FirstCall(), new Further.Threads(), new Further.Large(), new Further.Chunked(), new Further.Wide(), new Further.Pieces(), new Further.Thresholds()];

    /// <summary>On the command line and in JSON.</summary>
    public string Name => name;

    /// <summary>The sections of a document that it can fill.</summary>
    public abstract IReadOnlyList<string> SectionNames { get; }

    public abstract Findings Measure(int rounds);

    /// <summary>Tells what was refused of what must be. Returns whether that is all.</summary>
    public abstract bool TestTheChecks();
}

/// <summary>What an experiment gave, the speed that the core had meanwhile, and in words how much was done.</summary>
internal sealed record Findings(Experiment Experiment, MachineSpeed Speed, string Effort)
{
    public IReadOnlyList<Target> Targets { get; init; } = [];

    /// <summary>What makes the figures wrong.</summary>
    public IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>What makes the figures worth less.</summary>
    public IReadOnlyList<string> Doubts { get; init; } = [];

    public required string Text { get; init; }

    /// <summary>By section, without the lines on machine and date.</summary>
    public required Func<string, string> ToMarkdown { get; init; }

    /// <summary>For programs, beside the name and the targets.</summary>
    public required IEnumerable<KeyValuePair<string, object?>> Json { get; init; }
}

/// <summary>A question that is not one of message sizes and peers: one table, a section of the same name.</summary>
internal abstract class FurtherExperiment(string name) : Experiment(name)
{
    public sealed override IReadOnlyList<string> SectionNames => [Name];

    /// <summary>The table for readers, the rows for programs. Doubts go into the document too, as a busy machine spoils these times.</summary>
    protected Findings Tell(
        MachineSpeed speed, string effort, Table table, object rows, IReadOnlyList<Target> targets, IEnumerable<string>? faults = null, IReadOnlyList<string>? doubts = null) =>
        new(this, speed, effort)
        {
            Targets = targets,
            Faults = [.. faults ?? []],
            Doubts = [.. speed.Doubts(), .. doubts ?? []],
            Text = Environment.NewLine + table.ToText(),
            ToMarkdown = _ => "\n" + table.ToMarkdown()
                + string.Concat((doubts ?? []).Select((doubt, i) => $"{(i == 0 ? "\n" : "")}* In doubt: {doubt}\n"))
                + (targets.Count == 0 ? "" : Tables.Titled("Targets", Target.CreateTable(targets)).Replace("\n### ", "\n#### ", StringComparison.Ordinal)),
            Json = [new("Rows", rows)],
        };
}
