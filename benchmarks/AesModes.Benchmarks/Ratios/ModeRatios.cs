using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>One of our modes beside its peers: what is compared, and which tables and targets there are.</summary>
internal abstract class ModeRatios : Experiment
{
    /// <summary>In the order in which they are measured and told.</summary>
    public static IReadOnlyList<ModeRatios> Modes { get; } = [new GcmSivRatios(), new AezRatios(), new FaceCtrRatios()];

    /// <summary>Ours as a user gets it: first in every table.</summary>
    public abstract string OwnPeer { get; }

    /// <summary>The same on the managed backend.</summary>
    public abstract string SoftwarePeer { get; }

    public abstract IReadOnlyList<Yardstick> Yardsticks { get; }

    /// <summary>In bytes.</summary>
    public abstract IReadOnlyList<int> DefaultSizes { get; }

    /// <summary>One or more; the first is meant where none is named.</summary>
    public abstract IReadOnlyList<Variant> Variants { get; }

    /// <summary>The sections of a document that it can fill.</summary>
    public abstract IReadOnlyList<Section> Sections { get; }

    public sealed override IReadOnlyList<string> SectionNames => [.. Sections.Select(section => section.Name)];

    /// <summary>Of the first variant.</summary>
    protected IReadOnlyList<(Variant Variant, Operation Operation)> BothWays => [.. OperationNames.All.Select(operation => (Variants[0], operation))];

    public abstract ContestantList CreateContestants(int bytes, Variant variant);

    /// <summary>Kernels of the mode by themselves; null where there are none.</summary>
    public virtual SoftwareKernels? MeasureKernels(int rounds) => null;

    public abstract IReadOnlyList<Target> Evaluate(ModeResults results);

    public sealed override Findings Measure(int rounds) => ModeResults.Measure(this, Settings.GivenSizes ?? DefaultSizes, rounds);

    public sealed override bool TestTheChecks() => SelfTest.Run(this);
}
