using System.Globalization;

namespace AesModes.Benchmarks;

/// <summary>
/// What BenchmarkDotNet's own command line has no words for: the sizes and the key of AES-GCM, AES-GCM-SIV and AES-CTR. They stand in the environment, as BenchmarkDotNet
/// starts a process for each benchmark and finds that benchmark's size there by its place among the sizes.
/// </summary>
internal static class Settings
{
    private const string SizesVariable = "AESMODES_BENCHMARK_SIZES";
    private const string KeySizeVariable = "AESMODES_BENCHMARK_KEY_SIZE";

    /// <summary>In bytes. Null when none were given: then each comparison has its own.</summary>
    public static IReadOnlyList<int>? GivenSizes => Environment.GetEnvironmentVariable(SizesVariable) is { } sizes ? ParseSizes(sizes) : null;

    /// <summary>In bytes: 16 or 32. Null when none was given.</summary>
    public static int? GivenKeySize => Environment.GetEnvironmentVariable(KeySizeVariable) is { } bits ? ParseKeySize(bits) : null;

    /// <summary>In bytes: 16 or 32.</summary>
    public static int KeySize => GivenKeySize ?? 32;

    /// <summary>Takes --sizes and --key-size out of the arguments.</summary>
    public static string[] Take(string[] arguments)
    {
        List<string> rest = [];
        for (int i = 0; i < arguments.Length; i++)
        {
            switch (arguments[i])
            {
                case "--sizes":
                    string sizes = Value(arguments, ref i);
                    _ = ParseSizes(sizes);
                    Environment.SetEnvironmentVariable(SizesVariable, sizes);
                    break;
                case "--key-size":
                    string bits = Value(arguments, ref i);
                    _ = ParseKeySize(bits);
                    Environment.SetEnvironmentVariable(KeySizeVariable, bits);
                    break;
                default:
                    rest.Add(arguments[i]);
                    break;
            }
        }

        return [.. rest];
    }

    public static string Value(string[] arguments, ref int i)
    {
        i++;
        return i < arguments.Length ? arguments[i] : throw new UsageException($"{arguments[i - 1]} wants a value.");
    }

    public static int[] ParseSizes(string text) => [.. text.Split(',', StringSplitOptions.TrimEntries).Select(size => ParseNumber("a size", size, 1, 1 << 30))];

    public static int ParseNumber(string what, string text, int least, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most
            ? number
            : throw new UsageException($"'{text}' is not {what}: a number from {least} to {most} is.");

    /// <summary>From bits, as in AES-256, to bytes.</summary>
    private static int ParseKeySize(string bits) => bits switch
    {
        "128" => 16,
        "256" => 32,
        _ => throw new UsageException($"'{bits}' is not a key size: 128 and 256 are."),
    };
}
