using System.Globalization;

namespace AesModes.Tests.Backends;

/// <summary>How much of a sweep a test runs. AESMODES_EXHAUSTIVE=1 runs everything. Otherwise a seed selects a part; it is printed, and AESMODES_SEED repeats it.</summary>
internal static class Sweep
{
    public static bool IsExhaustive => Environment.GetEnvironmentVariable("AESMODES_EXHAUSTIVE") == "1";

    public static int Seed { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("AESMODES_SEED"), CultureInfo.InvariantCulture, out int seed) ? seed : Random.Shared.Next();

    /// <summary>For failure messages: how to repeat the failure.</summary>
    public static string HowToRepeat => string.Create(CultureInfo.InvariantCulture, $"repeat with AESMODES_SEED={Seed}");

    /// <summary>Creates this run's random generator. Every test gets the same sequence.</summary>
    public static Random Start() => new(Seed);

    /// <summary>Creates a random generator with the given seed and prints the seed.</summary>
    public static Random Start(int seed)
    {
        Print(string.Create(CultureInfo.InvariantCulture, $"fixed seed {seed}"));
        return new Random(seed);
    }

    /// <summary>Returns all cases, or a random selection of the given size.</summary>
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

    public static void Print(string text) => TestContext.Current.TestOutputHelper?.WriteLine(text);
}
