using AesModes.Backends.Software;
using AesModes.Benchmarks.Ratios;

namespace AesModes.Benchmarks.Study;

/// <summary>What was measured beside what the paper has, as text and as the tables of benchmarks/results/face.md.</summary>
internal sealed class StudyReport(IReadOnlyList<StudyResults> results, IReadOnlyList<int> sizes, int rounds)
{
    private const string Here = "here";

    /// <summary>What makes the figures wrong.</summary>
    public IReadOnlyList<string> Faults { get; } =
    [
        .. results.SelectMany(result => result.Faults),
        .. from result in results
           from row in result.Rows
           where row.BeatsItsBound
           select $"{row.Row.Name}, AES-{result.KeyBits}, {row.Row.Bytes} bytes: faster than its AES rounds can be.",
    ];

    /// <summary>What makes the figures worth less.</summary>
    public IReadOnlyList<string> Doubts { get; } =
    [
        .. from result in results
           from comparison in result.Sizes.Values.Append(result.SetUp)
           from doubt in comparison.Speed.Doubts()
           select $"AES-{result.KeyBits}, {comparison.Rows[0].Row.Bytes} bytes: {doubt}",
    ];

    public IReadOnlyList<Target> Targets { get; } = Evaluate(results);

    /// <summary>Where in a document these tables belong: what is switched off makes other tables.</summary>
    public static string Section => $"face-study {MachineInfo.Switches}".TrimEnd();

    public string ToText() => Write("", "", table => table.ToText());

    public string ToMarkdown() => Write("* ", "### ", table => table.ToMarkdown());

    private string Write(string bullet, string heading, Func<Table, string> write) => string.Concat(
    [
        .. Origin().Select(line => $"{bullet}{line}\n"),
        .. results.Select(result =>
            $"\n{heading}Table 3, AES-{result.KeyBits}: cycles/byte, plain → R1 → R2, and in brackets how many times as fast as plain\n\n{write(Throughput(result))}"),
        $"\n{heading}Table 4: cycles of a key set-up, plain → R1 → R2, and in brackets how many times plain\n\n{write(SetUp())}",
    ]);

    /// <summary>Machine, runtime, date and command: without these a figure says nothing.</summary>
    private IEnumerable<string> Origin()
    {
        MachineSpeed speed = results[^1].Sizes[sizes[^1]].Speed;
        string aes = speed.HasAesRounds ? $", {speed.AesRoundsPerCycle:F2} AES rounds a cycle" : "";
        string clock = speed.Gigahertz is { } gigahertz ? $"{gigahertz:F2} GHz measured{aes}" : speed.Describe();
        yield return $"Processor: {MachineInfo.Processor}; {clock}";
        yield return $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}"
            + (MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}");
        yield return "Bitsliced: eight blocks in 128-bit vectors, "
            + (Lane128.FusesLogic ? "with AVX-512's ternary logic and 32 registers" : "without AVX-512's ternary logic");
        yield return $"Date: {Report.Today}; {rounds} rounds; command: `{$"{MachineInfo.Switches} {Report.Command("benchmarks/face-study")}".TrimStart()}`";
    }

    private Table Throughput(StudyResults result)
    {
        Table table = new(["core", "where", .. sizes.Select(size => $"{size} bytes")]);
        foreach (string core in result.Cores)
        {
            table.Add([core, Here, .. sizes.Select(size => Figures(level => result.Find(core, level, size)?.CyclesPerByte).ToGains("F3"))]);
            foreach (string processor in PaperFigures.Processors(core, result.KeyBits))
            {
                table.Add(["", $"paper, {processor}", .. sizes.Select(size => PaperFigures.Find(core, processor, result.KeyBits, size).ToGains("F3"))]);
            }
        }

        return table;
    }

    private Table SetUp()
    {
        Table table = new(["core", "where", .. results.Select(result => $"AES-{result.KeyBits}")]);
        foreach (string core in results.SelectMany(result => result.Cores).Distinct())
        {
            table.Add([core, Here, .. results.Select(result => Figures(level => result.FindSetUp(core, level)?.Cycles).ToCosts("F0"))]);
            LevelFigures[] paper = [.. results.Select(result => PaperFigures.FindSetUp(core, result.KeyBits))];
            if (paper.Any(figures => !figures.IsEmpty))
            {
                table.Add(["", "paper, i7-8700K", .. paper.Select(figures => figures.ToCosts("F0"))]);
            }
        }

        return table;
    }

    private static LevelFigures Figures(Func<Level, double?> measured) => new(measured(Level.Plain), measured(Level.R1), measured(Level.R2));

    /// <summary>They are those of the bitsliced core without AVX-512, as the paper's was.</summary>
    private static Target[] Evaluate(IReadOnlyList<StudyResults> results)
    {
        const string Core = "bitsliced";
        const int Bytes = 40960;
        const int KeyBits = 128;
        StudyResults? result = Lane128.FusesLogic ? null : results.FirstOrDefault(result => result.KeyBits == KeyBits);
        RowResult? plain = result?.Find(Core, Level.Plain, Bytes);
        RowResult? reused = result?.Find(Core, Level.R2, Bytes);
        Target Create(string what, double bound, bool atLeast, double? measured) =>
            new($"{Core} without AVX-512, AES-{KeyBits}, {Bytes} bytes: R2, {what}", bound, atLeast, measured)
            {
                NotHere = measured is not null ? null
                    : reused?.ClockFault is not null ? Target.NoClock
                    : "take DOTNET_EnableAVX512=0, all key sizes and all sizes",
            };
        return
        [
            Create("times as fast as plain", 1.15, true, plain is null ? null : reused?.SpeedAgainst(plain)),
            Create("cycles/byte", 5.6, false, reused?.CyclesPerByte),
        ];
    }
}
