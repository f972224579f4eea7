using System.Runtime.InteropServices;

namespace AesModes.Measuring;

/// <summary>What stands beside every figure: processor, system and runtime.</summary>
internal static class MachineInfo
{
    public static string Processor => ReadProcessorName() ?? RuntimeInformation.ProcessArchitecture.ToString();

    public static string System => RuntimeInformation.OSDescription;

    public static string Runtime => RuntimeInformation.FrameworkDescription;

    /// <summary>What switches off instruction sets, as it stands in the environment; empty where nothing does.</summary>
    public static string Switches => string.Join(' ', Environment.GetEnvironmentVariables().Keys.Cast<string>()
        .Where(name => name.StartsWith("DOTNET_Enable", StringComparison.Ordinal))
        .Order()
        .Select(name => $"{name}={Environment.GetEnvironmentVariable(name)}"));

    /// <summary>Linux and Windows tell; elsewhere the architecture has to do.</summary>
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
