namespace AesModes.Tool.Cbc;

/// <summary>One call's, in the units that kernels' test programs print; a megabyte has 10⁶ bytes.</summary>
internal sealed record Figures(double Microseconds, double MegabytesPerSecond, double CyclesPerByte)
{
    public static Figures Of(double microseconds, int bytes, ClockRate clock) =>
        new(microseconds, bytes / microseconds, microseconds * 1000 * clock.Gigahertz / bytes);
}
