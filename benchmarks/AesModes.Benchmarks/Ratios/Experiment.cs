namespace AesModes.Benchmarks.Ratios;

/// <summary>One thing that <c>ratios</c> measures: a mode beside its peers, or a question of its own.</summary>
internal abstract class Experiment
{
    /// <summary>In the order in which they are measured and told.</summary>
    public static IReadOnlyList<Experiment> All { get; } =
        [.. ModeRatios.Modes, new Further.SetUp(), new Further.FirstCall(), new Further.Threads(), new Further.Large(), new Further.Pieces(), new Further.Thresholds()];

    /// <summary>On the command line and in JSON.</summary>
    public abstract string Name { get; }

    /// <summary>The sections of a document that it can fill.</summary>
    public abstract IReadOnlyList<string> SectionNames { get; }

    /// <param name="rounds">How often every row has its turn, where that is not settled otherwise.</param>
    public abstract Findings Measure(int rounds);

    /// <summary>Tells what was refused of what must be. Returns whether that is all.</summary>
    public abstract bool TestTheChecks();
}
