using AesModes.Measuring;

namespace AesModes.Benchmarks.Study;

/// <summary>The command line of the study.</summary>
internal sealed class StudyOptions
{
    private const int LeastRounds = 10;

    public int Rounds { get; private set; } = Comparison.DefaultRounds;

    /// <summary>In bits.</summary>
    public IReadOnlyList<int> KeySizes { get; private set; } = [128, 192, 256];

    /// <summary>In bytes.</summary>
    public IReadOnlyList<int> Sizes { get; private set; } = PaperFigures.Sizes;

    public bool Markdown { get; private set; }

    public bool Check { get; private set; }

    public bool SelfTest { get; private set; }

    public string? UpdateFile { get; private set; }

    public static StudyOptions Parse(string[] arguments)
    {
        StudyOptions options = new();
        for (int i = 0; i < arguments.Length; i++)
        {
            switch (arguments[i])
            {
                case "--rounds":
                    options.Rounds = Settings.ParseNumber("a number of rounds", Settings.Value(arguments, ref i), LeastRounds, 1_000_000);
                    break;
                case "--key-size":
                    options.KeySizes = ParseKeySizes(Settings.Value(arguments, ref i));
                    break;
                case "--sizes":
                    options.Sizes = [.. Settings.ParseSizes(Settings.Value(arguments, ref i)).Distinct()];
                    break;
                case "--markdown":
                    options.Markdown = true;
                    break;
                case "--check":
                    options.Check = true;
                    break;
                case "--self-test":
                    options.SelfTest = true;
                    break;
                case "--update":
                    options.UpdateFile = Settings.Value(arguments, ref i);
                    break;
                default:
                    throw new UsageException($"'{arguments[i]}' is no option of face-study.");
            }
        }

        return options;
    }

    private static int[] ParseKeySizes(string text) => [.. text.Split(',', StringSplitOptions.TrimEntries).Distinct().Select(bits => bits switch
    {
        "128" => 128,
        "192" => 192,
        "256" => 256,
        _ => throw new UsageException($"'{bits}' is not a key size: 128, 192 and 256 are."),
    })];
}
