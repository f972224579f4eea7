using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>All results of a run, with the names of its JSON. The key size is in bits. The ratios compare each backend with the last.</summary>
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

/// <summary>The average of all calls, the fastest and the slowest, and the bound that no call can beat (<see cref="CbcBounds"/>).</summary>
internal sealed record OperationFigures(Figures Average, Figures Best, Figures Worst, Figures? Bound)
{
    public static OperationFigures Of(Samples times, double? bound, int bytes, ClockRate clock) => new(
        Figures.Of(times.Mean, bytes, clock),
        Figures.Of(times.Smallest, bytes, clock),
        Figures.Of(times.Largest, bytes, clock),
        bound is { } microseconds ? Figures.Of(microseconds, bytes, clock) : null);
}

/// <summary>One call's figures, in the units that kernels' test programs print. A megabyte is 10⁶ bytes. Without a trusted clock there are no cycles.</summary>
internal sealed record Figures(double Microseconds, double MegabytesPerSecond, double? CyclesPerByte)
{
    public static Figures Of(double microseconds, int bytes, ClockRate clock) =>
        new(microseconds, bytes / microseconds, microseconds * 1000 * clock.Gigahertz / bytes);
}

/// <summary>How many times as fast the first backend is as the second.</summary>
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
