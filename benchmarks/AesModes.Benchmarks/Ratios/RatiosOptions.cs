namespace AesModes.Benchmarks.Ratios;

/// <summary>The command line of the ratios; sizes and key size are in <see cref="Settings"/>.</summary>
internal sealed class RatiosOptions
{
    private const int LeastRounds = 50;

    /// <summary>All where none is named; with sizes given, those that are made of sizes: the modes.</summary>
    public IReadOnlyList<Experiment> Experiments { get; private init; } = Experiment.All;

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
        List<Experiment> named = [];
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
                    named.Add(Find(arguments[i]));
                    break;
            }
        }

        IReadOnlyList<Experiment> chosen = named.Count > 0 ? [.. named.Distinct()]
            : Settings.GivenSizes is null ? Experiment.All
            : ModeRatios.Modes;
        updateFiles.ForEach(file => CheckDocument(file, chosen));

        return new RatiosOptions
        {
            Rounds = rounds,
            Check = check,
            SelfTest = selfTest,
            Markdown = markdown,
            JsonFile = jsonFile,
            UpdateFiles = updateFiles,
            Experiments = chosen,
        };
    }

    private static Experiment Find(string name) => Experiment.All.FirstOrDefault(experiment => experiment.Name == name) ?? throw new UsageException(
        $"'{name}' is no option of ratios and no comparison: {string.Join(", ", Experiment.All.Select(experiment => experiment.Name))} are.");

    /// <summary>Before anything is measured, as that takes a while.</summary>
    private static void CheckDocument(string file, IReadOnlyList<Experiment> experiments)
    {
        string[] sections = [.. experiments.SelectMany(experiment => experiment.SectionNames)];
        if (!File.Exists(file) || !sections.Any(section => Document.Has(file, section)))
        {
            throw new UsageException($"{file} is no document with one of the sections {string.Join(", ", sections)}.");
        }
    }
}
