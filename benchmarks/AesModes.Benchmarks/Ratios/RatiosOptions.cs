namespace AesModes.Benchmarks.Ratios;

/// <summary>The command line of the ratios; sizes and key size are in <see cref="Settings"/>.</summary>
internal sealed class RatiosOptions
{
    private const int LeastRounds = 50;

    /// <summary>All where none is named.</summary>
    public IReadOnlyList<ModeRatios> Modes { get; private init; } = ModeRatios.All;

    public int Rounds { get; private init; } = Measuring.Comparison.DefaultRounds;

    public bool Check { get; private init; }

    public bool SelfTest { get; private init; }

    public bool Markdown { get; private init; }

    public string? JsonFile { get; private init; }

    public IReadOnlyList<string> UpdateFiles { get; private init; } = [];

    public static RatiosOptions Parse(string[] arguments)
    {
        int rounds = Measuring.Comparison.DefaultRounds;
        bool check = false;
        bool selfTest = false;
        bool markdown = false;
        string? jsonFile = null;
        List<string> updateFiles = [];
        List<ModeRatios> modes = [];
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
                    updateFiles.Add(Settings.Value(arguments, ref i));
                    break;
                default:
                    modes.Add(FindMode(arguments[i]));
                    break;
            }
        }

        IReadOnlyList<ModeRatios> chosen = modes.Count == 0 ? ModeRatios.All : [.. modes.Distinct()];
        updateFiles.ForEach(file => CheckDocument(file, chosen));

        return new RatiosOptions
        {
            Rounds = rounds,
            Check = check,
            SelfTest = selfTest,
            Markdown = markdown,
            JsonFile = jsonFile,
            UpdateFiles = updateFiles,
            Modes = chosen,
        };
    }

    private static ModeRatios FindMode(string name) => ModeRatios.All.FirstOrDefault(mode => mode.Name == name)
        ?? throw new UsageException($"'{name}' is no option of ratios and no comparison: {string.Join(", ", ModeRatios.All.Select(mode => mode.Name))} are.");

    /// <summary>Before anything is measured, as that takes a while.</summary>
    private static void CheckDocument(string file, IReadOnlyList<ModeRatios> modes)
    {
        string[] sections = [.. modes.SelectMany(mode => mode.Sections).Select(section => section.Name)];
        if (!File.Exists(file) || !sections.Any(section => Document.Has(file, section)))
        {
            throw new UsageException($"{file} is no document with one of the sections {string.Join(", ", sections)}.");
        }
    }
}
