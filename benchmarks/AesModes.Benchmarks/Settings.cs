using System.Globalization;
using AesModes.Tool.Common;

namespace AesModes.Benchmarks;

/// <summary>
/// The sizes and the key of AES-GCM, AES-GCM-SIV and AES-CTR. They stand in the environment, as BenchmarkDotNet starts a process for each benchmark and finds that
/// benchmark's size there by its place among the sizes.
/// </summary>
internal static class Settings
{
    private const string SizesVariable = "AESMODES_BENCHMARK_SIZES";
    private const string KeySizeVariable = "AESMODES_BENCHMARK_KEY_SIZE";

    private static readonly Option<int[]> _sizes = Parameters.Numbers("--sizes", "The messages' sizes in bytes, instead of each comparison's own", 1, 1 << 30);
    private static readonly Option<int> _keySize = Parameters.KeySize(256, 128, 256);

    /// <summary>In bytes. Null when none were given: then each comparison has its own.</summary>
    public static IReadOnlyList<int>? GivenSizes => Environment.GetEnvironmentVariable(SizesVariable) is { } sizes
        ? [.. sizes.Split(',').Select(size => int.Parse(size, CultureInfo.InvariantCulture))]
        : null;

    /// <summary>In bytes: 16 or 32. Null when none was given.</summary>
    public static int? GivenKeySize =>
        Environment.GetEnvironmentVariable(KeySizeVariable) is { } bits ? int.Parse(bits, CultureInfo.InvariantCulture) / 8 : null;

    /// <summary>In bytes: 16 or 32.</summary>
    public static int KeySize => GivenKeySize ?? 32;

    public static void AddTo(Command command)
    {
        command.Add(_sizes);
        command.Add(_keySize);
    }

    /// <summary>Keeps what was given.</summary>
    public static void Take(ParseResult result)
    {
        Keep(SizesVariable, result.GetResult(_sizes));
        Keep(KeySizeVariable, result.GetResult(_keySize));
    }

    private static void Keep(string variable, System.CommandLine.Parsing.OptionResult? option)
    {
        if (option is { Implicit: false })
        {
            Environment.SetEnvironmentVariable(variable, option.Tokens[0].Value);
        }
    }
}
