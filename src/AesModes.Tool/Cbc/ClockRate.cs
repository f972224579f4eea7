using System.Globalization;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The clock that cycles are counted by. The operating system's word is taken where it can be true: a virtual machine, or a processor that
/// is sold by its base clock, tells a rate that the core does not run at, and then the measured one is right, as an addition takes a cycle.
/// </summary>
/// <param name="Gigahertz">What cycles are counted by.</param>
/// <param name="Source">"operating system" or "measured".</param>
/// <param name="MeasuredGigahertz">By a chain of dependent additions: the best reading, as an interruption only makes it slower.</param>
/// <param name="OperatingSystemGigahertz">Null where the system does not tell.</param>
/// <param name="Description">All of that in a sentence.</param>
internal sealed record ClockRate(double Gigahertz, string Source, double MeasuredGigahertz, double? OperatingSystemGigahertz, string Description)
{
    /// <summary>A reading is good to a percent or two.</summary>
    private const double Tolerance = 0.05;

    public static ClockRate Choose(double measured, (double Gigahertz, string Place)? told)
    {
        if (told is not var (system, place))
        {
            return Measured(measured, null, "the operating system does not tell");
        }

        return Math.Abs(measured - system) <= Tolerance * system
            ? new ClockRate(system, "operating system", measured, system, Text($"{system:F2} GHz, detected from the operating system ({place})"))
            : Measured(measured, system, Text($"the operating system ({place}) tells {system:F2} GHz, and cycles are not counted by that"));
    }

    private static ClockRate Measured(double gigahertz, double? system, string aside) =>
        new(gigahertz, "measured", gigahertz, system, Text($"{gigahertz:F2} GHz, measured by a chain of dependent additions; {aside}"));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
