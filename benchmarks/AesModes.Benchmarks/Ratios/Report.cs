using System.Globalization;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured, as text, as the sections of a document, and (<see cref="ReportJson"/>) for programs.</summary>
internal sealed class Report(IReadOnlyList<Findings> all)
{
    public static string Today => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>As one would type it, without what does not change a figure.</summary>
    public static string Command
    {
        get
        {
            string[] arguments = [.. Environment.GetCommandLineArgs().Skip(2)];
            return string.Join(' ', arguments
                .Where((argument, i) => argument is not "--markdown" and not "--check" and not "--json" && arguments.ElementAtOrDefault(i - 1) != "--json")
                .Prepend("benchmarks/ratios"));
        }
    }

    public IReadOnlyList<string> Faults { get; } = [.. all.SelectMany(findings => findings.Faults).Distinct()];

    public IReadOnlyList<string> Doubts { get; } = [.. all.SelectMany(findings => findings.Doubts.Select(doubt => $"{findings.Experiment.Name}, {doubt}"))];

    public IEnumerable<Target> Targets => all.SelectMany(findings => findings.Targets);

    public string ToText() => string.Join(Environment.NewLine, all.Select(findings =>
        string.Join(Environment.NewLine, Origin(findings)) + Environment.NewLine + findings.ToText())).TrimEnd();

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

    public string ToJson() => ReportJson.Create(this, all);

    private static string ToMarkdown(Findings findings, string section) => Section.IsBrief(section)
        ? $"{findings.ToMarkdown(section)}\n{string.Join(". ", Origin(findings))}.\n"
        : string.Concat(Origin(findings).Select(line => $"* {line}\n")) + findings.ToMarkdown(section);

    /// <summary>Machine, runtime, date and command: without these a figure says nothing.</summary>
    private static IEnumerable<string> Origin(Findings findings)
    {
        yield return $"Processor: {MachineInfo.Processor}; {findings.Speed.Describe()}";
        yield return $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}; {Libraries.Versions}"
            + (MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}");
        yield return $"Date: {Today}; {findings.Effort}; command: `{Command}`";
    }
}
