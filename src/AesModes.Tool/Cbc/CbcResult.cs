namespace AesModes.Tool.Cbc;

/// <summary>All that a run found, by the names that its JSON has.</summary>
/// <param name="Processor">Its name.</param>
/// <param name="OperatingSystem">Its name.</param>
/// <param name="Runtime">Name and version.</param>
/// <param name="KeySize">In bits.</param>
/// <param name="Iterations">All of them validated.</param>
/// <param name="Blocks">Of 16 bytes, a call.</param>
/// <param name="BytesPerCall">The same in bytes.</param>
/// <param name="Clock">What cycles are counted by.</param>
/// <param name="TimerStepMicroseconds">Two readings of the timer are at least so far apart.</param>
/// <param name="TimerDominates">Whether calls are so short that this falsifies their times.</param>
/// <param name="Backends">In the order in which the library prefers them.</param>
/// <param name="Ratios">Each backend against the last.</param>
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
