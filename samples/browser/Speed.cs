namespace AesModes.Samples.Browser;

/// <summary>What a mode reached.</summary>
internal sealed record Speed(string Mode, double MegabytesPerSecond, double SmallNanoseconds);
