using System.Globalization;
using Microsoft.Win32;

namespace AesModes.Tool.Cbc;

/// <summary>The clock that cycles are counted by: the measured one where the system tells another, as virtual machines do.</summary>
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

/// <summary>The clock as the operating system tells it: the present one, or the one that the processor is sold by.</summary>
internal static class OperatingSystemClock
{
    private const string ProcessorKey = @"HKEY_LOCAL_MACHINE\HARDWARE\DESCRIPTION\System\CentralProcessor\0";

    /// <summary>In GHz, and where it stands; null where the system does not tell: macOS, most ARM machines.</summary>
    public static (double Gigahertz, string Place)? Read()
    {
        try
        {
            if (OperatingSystem.IsWindows())
            {
                return Registry.GetValue(ProcessorKey, "~MHz", null) is int megahertz ? (megahertz / 1000.0, "the registry") : null;
            }

            if (!OperatingSystem.IsLinux())
            {
                return null;
            }

            return FindInProcessorInfo(File.ReadLines("/proc/cpuinfo")) is { } told ? (told, "/proc/cpuinfo")
                : FindInFrequencies(ReadFrequencies()) is { } current ? (current, "/sys/devices/system/cpu")
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or System.Security.SecurityException)
        {
            return null;
        }
    }

    /// <summary>The fastest core's: this one is busy.</summary>
    public static double? FindInProcessorInfo(IEnumerable<string> lines) => Largest(
        lines.Where(line => line.StartsWith("cpu MHz", StringComparison.Ordinal)).Select(line => line.Split(':', 2)[^1]), unitsPerGigahertz: 1e3);

    /// <summary>One number in kHz for each core.</summary>
    public static double? FindInFrequencies(IEnumerable<string> texts) => Largest(texts, unitsPerGigahertz: 1e6);

    private static IEnumerable<string> ReadFrequencies() => Directory.EnumerateDirectories("/sys/devices/system/cpu", "cpu*")
        .Select(core => Path.Combine(core, "cpufreq", "scaling_cur_freq"))
        .Where(File.Exists)
        .Select(File.ReadAllText);

    private static double? Largest(IEnumerable<string> numbers, double unitsPerGigahertz) => numbers
        .Select(text => double.TryParse(text.Trim(), NumberStyles.Float, CultureInfo.InvariantCulture, out double number) && number > 0
            ? number / unitsPerGigahertz
            : (double?)null)
        .Max();
}
