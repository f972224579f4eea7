using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured, as text, as the sections of a document, and for programs.</summary>
internal sealed class Report(IReadOnlyList<Findings> all)
{
    private static readonly JsonSerializerOptions _options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DictionaryKeyPolicy = JsonNamingPolicy.CamelCase,

        // For files, not for web pages: ≥ and + need no escape.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>As benchmarks/in-node starts us: this process can start no other like itself.</summary>
    public static bool IsInNode => Path.GetFileName(Environment.ProcessPath) == "node";

    public static string Today => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    public IReadOnlyList<string> Faults { get; } = [.. all.SelectMany(findings => findings.Faults).Distinct()];

    public IReadOnlyList<string> Doubts { get; } = [.. all.SelectMany(findings => findings.Doubts.Select(doubt => $"{findings.Experiment.Name}, {doubt}"))];

    public IEnumerable<Target> Targets => all.SelectMany(findings => findings.Targets);

    /// <summary>As one would type it, without what does not change a figure.</summary>
    public static string Command(string script)
    {
        string[] all = Environment.GetCommandLineArgs();
        string[] arguments = IsInNode ? all[1..] : all[2..];
        return string.Join(' ', arguments
            .Where((argument, i) => argument is not "--markdown" and not "--check" and not "--json" && arguments.ElementAtOrDefault(i - 1) != "--json")
            .Prepend(IsInNode ? "benchmarks/in-node" : script));
    }

    /// <summary>Tells what is wrong, and of the targets where there is a table of them. Returns the exit code: 1 for a row or a peer that cannot be right, 3 for a missed target.</summary>
    public static int Tell(IEnumerable<string> doubts, IReadOnlyCollection<string> faults, IEnumerable<Target> targets, string? table)
    {
        foreach (string line in doubts.Select(doubt => $"doubt: {doubt}").Concat(faults.Select(fault => $"ERROR: {fault}")))
        {
            Console.Error.WriteLine(line);
        }

        if (table is not null)
        {
            Console.WriteLine(table);
        }

        return faults.Count > 0 ? 1 : table is not null && targets.Any(target => target.IsMissed) ? 3 : 0;
    }

    public string ToText() => string.Join(Environment.NewLine, all.Select(findings =>
        string.Join(Environment.NewLine, Origin(findings)) + Environment.NewLine + findings.Text)).TrimEnd();

    public string ToMarkdown() => string.Join('\n',
        from findings in all
        from section in findings.Experiment.SectionNames
        select $"## {section}\n\n{ToMarkdown(findings, section)}");

    /// <summary>Every section of what was measured that the document has.</summary>
    public void Update(string document)
    {
        foreach (Findings findings in all)
        {
            foreach (string section in findings.Experiment.SectionNames.Where(section => Document.Has(document, section)))
            {
                Document.Update(document, section, ToMarkdown(findings, section));
            }
        }
    }

    public string TargetsToText() => string.Join(Environment.NewLine, all.Where(findings => findings.Targets.Count > 0).Select(findings =>
        $"{findings.Experiment.Name}{Environment.NewLine}{Target.CreateTable(findings.Targets).ToText()}"));

    public string ToJson() => JsonSerializer.Serialize(
        new
        {
            Date = Today,
            Command = RatiosCommand.CommandLine,
            MachineInfo.Processor,
            MachineInfo.System,
            MachineInfo.Runtime,
            MachineInfo.Switches,
            Sodium = LibSodium.Version,
            OpenSsl = OpenSsl.Version,
            KeyBits = Settings.KeySize * 8,
            WideAes = new { WideAes.Width, WideAes.Factor },
            Comparisons = all.Select(findings => new Dictionary<string, object?>(
            [
                new("Name", findings.Experiment.Name),
                new("Effort", findings.Effort),
                .. findings.Json,
                new("Targets", findings.Targets.Select(target => new { target.Name, target.Bound, target.AtLeast, target.Measured, target.Verdict })),
            ])),
            Faults,
            Doubts,
        },
        _options);

    private static string ToMarkdown(Findings findings, string section) => ModeRatios.IsBrief(section)
        ? $"{findings.ToMarkdown(section)}\n{string.Join(". ", Origin(findings))}.\n"
        : string.Concat(Origin(findings).Select(line => $"* {line}\n")) + findings.ToMarkdown(section);

    private static string DescribeWideAes() => WideAes.Width == 128 ? ""
        : FormattableString.Invariant($"; {WideAes.Width}-bit AES instructions, which .NET lacks, process {WideAes.Factor:F2} times as many blocks a second");

    /// <summary>Machine, runtime, date and command: without these a figure says nothing.</summary>
    private static IEnumerable<string> Origin(Findings findings) =>
    [
        $"Processor: {MachineInfo.Processor}; {findings.Speed.Describe()}{DescribeWideAes()}",
        $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}; {LibSodium.Version}, {OpenSsl.Version}{(MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}")}",
        $"Date: {Today}; {findings.Effort}; command: `{RatiosCommand.CommandLine}`",
    ];
}
