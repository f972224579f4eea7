using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What an experiment gave.</summary>
internal abstract class Findings(Experiment experiment)
{
    public Experiment Experiment => experiment;

    /// <summary>The core's, as it was measured in between.</summary>
    public abstract MachineSpeed Speed { get; }

    /// <summary>How much was done, in words: behind a table's date.</summary>
    public abstract string Effort { get; }

    public abstract IReadOnlyList<Target> Targets { get; }

    /// <summary>What makes the figures wrong.</summary>
    public abstract IReadOnlyList<string> Faults { get; }

    /// <summary>What makes the figures worth less.</summary>
    public abstract IReadOnlyList<string> Doubts { get; }

    public abstract string ToText();

    /// <summary>Without the lines on machine and date.</summary>
    /// <param name="section">One of the experiment's.</param>
    public abstract string ToMarkdown(string section);

    /// <summary>For programs, beside the name and the targets.</summary>
    public abstract IEnumerable<(string Name, object? Value)> ToJson();
}
