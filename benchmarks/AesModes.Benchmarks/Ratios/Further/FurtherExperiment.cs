namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>A question that is not one of message sizes and peers: one table, a section of the same name.</summary>
internal abstract class FurtherExperiment : Experiment
{
    public sealed override IReadOnlyList<string> SectionNames => [Name];
}
