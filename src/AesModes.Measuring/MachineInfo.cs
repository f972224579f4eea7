using System.Runtime.InteropServices;

namespace AesModes.Measuring;

/// <summary>Processor, system and runtime, which are printed with every figure.</summary>
internal static class MachineInfo
{
    public static string Processor => ReadProcessorName() ?? RuntimeInformation.ProcessArchitecture.ToString();

    public static string System => RuntimeInformation.OSDescription;

    public static string Runtime => RuntimeInformation.FrameworkDescription;

    /// <summary>The environment variables that disable instruction sets; empty if there are none.</summary>
    public static string Switches => string.Join(' ', Environment.GetEnvironmentVariables().Keys.Cast<string>()
        .Where(name => name.StartsWith("DOTNET_Enable", StringComparison.Ordinal))
        .Order()
        .Select(name => $"{name}={Environment.GetEnvironmentVariable(name)}"));

    /// <summary>The processor's name, which Linux and Windows report; null elsewhere.</summary>
    private static string? ReadProcessorName()
    {
        try
        {
            if (OperatingSystem.IsLinux())
            {
                string[] lines = File.ReadAllLines("/proc/cpuinfo");
                string? name = Find(lines, "model name");
                return name is null ? null : $"{name} (family {Find(lines, "cpu family")}, model {Find(lines, "model\t")})";
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
        }

        return Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
    }

    private static string? Find(string[] lines, string key) =>
        lines.FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal))?.Split(':', 2)[^1].Trim();
}
