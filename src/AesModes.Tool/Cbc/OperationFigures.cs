namespace AesModes.Tool.Cbc;

/// <summary>All calls, the quickest and the slowest.</summary>
internal sealed record OperationFigures(Figures Average, Figures Best, Figures Worst)
{
    public static OperationFigures Of(Timings timings, int bytes, ClockRate clock) => new(
        Figures.Of(timings.Average, bytes, clock), Figures.Of(timings.Best, bytes, clock), Figures.Of(timings.Worst, bytes, clock));
}
