using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>All that a run found, by the names that its JSON has. The key size is in bits; the ratios are each backend's against the last.</summary>
internal sealed record CbcResult(
    string Processor,
    string OperatingSystem,
    string Runtime,
    int KeySize,
    int Iterations,
    int Blocks,
    int BytesPerCall,
    ClockRate Clock,
    double TimerStepMicroseconds,
    bool TimerDominates,
    IReadOnlyList<BackendFigures> Backends,
    IReadOnlyList<SpeedRatio> Ratios);

internal sealed record BackendFigures(string Backend, OperationFigures Encryption, OperationFigures Decryption)
{
    public static BackendFigures Of(CbcContestant contestant, CbcBounds bounds, int bytes, ClockRate clock) => new(
        contestant.Name,
        OperationFigures.Of(contestant.Encryption, bounds.Encryption, bytes, clock),
        OperationFigures.Of(contestant.Decryption, bounds.Decryption, bytes, clock));
}

/// <summary>All calls, the quickest and the slowest; and the bound that none can beat (<see cref="CbcBounds"/>).</summary>
internal sealed record OperationFigures(Figures Average, Figures Best, Figures Worst, Figures? Bound)
{
    public static OperationFigures Of(Samples times, double? bound, int bytes, ClockRate clock) => new(
        Figures.Of(times.Mean, bytes, clock),
        Figures.Of(times.Smallest, bytes, clock),
        Figures.Of(times.Largest, bytes, clock),
        bound is { } microseconds ? Figures.Of(microseconds, bytes, clock) : null);
}

/// <summary>One call's, in the units that kernels' test programs print; a megabyte has 10⁶ bytes. No cycles without a trusted clock.</summary>
internal sealed record Figures(double Microseconds, double MegabytesPerSecond, double? CyclesPerByte)
{
    public static Figures Of(double microseconds, int bytes, ClockRate clock) =>
        new(microseconds, bytes / microseconds, microseconds * 1000 * clock.Gigahertz / bytes);
}

/// <summary>How many times as fast the first is as the second.</summary>
internal sealed record SpeedRatio(string Backend, string Against, double EncryptionAverage, double EncryptionBest, double DecryptionAverage, double DecryptionBest)
{
    public static SpeedRatio Of(BackendFigures figures, BackendFigures against) => new(
        figures.Backend,
        against.Backend,
        against.Encryption.Average.Microseconds / figures.Encryption.Average.Microseconds,
        against.Encryption.Best.Microseconds / figures.Encryption.Best.Microseconds,
        against.Decryption.Average.Microseconds / figures.Decryption.Average.Microseconds,
        against.Decryption.Best.Microseconds / figures.Decryption.Best.Microseconds);
}
