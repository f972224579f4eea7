using System.Globalization;
using AesModes.Measuring;
using Microsoft.Win32;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The clock for counting cycles: the measured one, or null if it is not trusted. The operating system's figure is for comparison. In a virtual machine, it is often
/// the processor's nominal rate.
/// </summary>
/// <param name="Gigahertz">The measured clock.</param>
/// <param name="OperatingSystemGigahertz">The system's figure; null if it gives none.</param>
/// <param name="Fault">Why the measured clock is not trusted.</param>
/// <param name="Description">A description for people.</param>
internal sealed record ClockRate(double? Gigahertz, double? OperatingSystemGigahertz, string? Fault, string Description)
{
    public static ClockRate Choose(MachineSpeed speed, (double Gigahertz, string Place)? told) =>
        new(speed.Gigahertz, told?.Gigahertz, speed.ClockFault, speed.Gigahertz is { } measured
            ? Text($"{measured:F2} GHz, measured by a chain of dependent additions; the operating system {Tell(told)}")
            : $"not trusted, so there are no cycles. {speed.ClockFault}");

    private static string Tell((double Gigahertz, string Place)? told) =>
        told is var (system, place) ? Text($"({place}) says {system:F2} GHz") : "does not say";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The clock that the operating system reports: the current or the nominal rate.</summary>
internal static class OperatingSystemClock
{
    private const string ProcessorKey = @"HKEY_LOCAL_MACHINE\HARDWARE\DESCRIPTION\System\CentralProcessor\0";

    /// <summary>The rate in GHz and its source; null if the system reports none, as macOS and most ARM machines.</summary>
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

    /// <summary>The fastest core's rate, because this core is busy.</summary>
    public static double? FindInProcessorInfo(IEnumerable<string> lines) => Largest(
        lines.Where(line => line.StartsWith("cpu MHz", StringComparison.Ordinal)).Select(line => line.Split(':', 2)[^1]), unitsPerGigahertz: 1e3);

    /// <summary>The texts have one number in kHz for each core.</summary>
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
