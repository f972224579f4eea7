namespace AesModes.Benchmarks.Ratios;

/// <summary>The command line of the ratios; sizes and key size are in <see cref="Settings"/>.</summary>
internal sealed class RatiosOptions
{
    private const int LeastRounds = 50;

    public int Rounds { get; private init; } = Measuring.Comparison.DefaultRounds;

    public bool Check { get; private init; }

    public bool SelfTest { get; private init; }

    public bool Markdown { get; private init; }

    public string? JsonFile { get; private init; }

    public string? UpdateFile { get; private init; }

    public static RatiosOptions Parse(string[] arguments)
    {
        int rounds = Measuring.Comparison.DefaultRounds;
        bool check = false;
        bool selfTest = false;
        bool markdown = false;
        string? jsonFile = null;
        string? updateFile = null;
        for (int i = 0; i < arguments.Length; i++)
        {
            switch (arguments[i])
            {
                case "--rounds":
                    rounds = Settings.ParseNumber("a number of rounds", Settings.Value(arguments, ref i), LeastRounds, 1_000_000);
                    break;
                case "--check":
                    check = true;
                    break;
                case "--self-test":
                    selfTest = true;
                    break;
                case "--markdown":
                    markdown = true;
                    break;
                case "--json":
                    jsonFile = Settings.Value(arguments, ref i);
                    break;
                case "--update":
                    updateFile = Settings.Value(arguments, ref i);
                    break;
                default:
                    throw new UsageException($"'{arguments[i]}' is no option of ratios.");
            }
        }

        return new RatiosOptions
        {
            Rounds = rounds,
            Check = check,
            SelfTest = selfTest,
            Markdown = markdown,
            JsonFile = jsonFile,
            UpdateFile = updateFile,
        };
    }
}
