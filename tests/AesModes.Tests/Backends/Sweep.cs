using System.Globalization;

namespace AesModes.Tests.Backends;

/// <summary>
/// How much of a sweep a test runs: all under AESMODES_EXHAUSTIVE=1, else a part chosen by a seed, which is printed and can be given
/// again as AESMODES_SEED.
/// </summary>
internal static class Sweep
{
    public static bool IsExhaustive => Environment.GetEnvironmentVariable("AESMODES_EXHAUSTIVE") == "1";

    public static int Seed { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("AESMODES_SEED"), CultureInfo.InvariantCulture, out int seed) ? seed : Random.Shared.Next();

    /// <summary>The way back to a failure: belongs into its message.</summary>
    public static string HowToRepeat => string.Create(CultureInfo.InvariantCulture, $"repeat with AESMODES_SEED={Seed}");

    /// <summary>A generator of this run, printed: every test gets the same one.</summary>
    public static Random Start()
    {
        Print(HowToRepeat);
        return new Random(Seed);
    }

    /// <summary>A generator with the seed given, printed.</summary>
    public static Random Start(int seed)
    {
        Print(string.Create(CultureInfo.InvariantCulture, $"fixed seed {seed}"));
        return new Random(seed);
    }

    /// <summary>All of the cases, or so many of them.</summary>
    public static IEnumerable<T> Thin<T>(Random random, int count, IReadOnlyList<T> cases)
    {
        if (IsExhaustive || count >= cases.Count)
        {
            return cases;
        }

        T[] some = [.. cases];
        random.Shuffle(some);
        return some[..count];
    }

    private static void Print(string text) => TestContext.Current.TestOutputHelper?.WriteLine(text);
}
