using System.Globalization;
using System.Text;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>What was measured, as text, as the sections of a document, and (<see cref="ReportJson"/>) for programs.</summary>
internal sealed class Report(IReadOnlyList<ModeResults> modes, int rounds)
{
    public static string Today => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>As one would type it, without what does not change a figure.</summary>
    public static string Command => string.Join(' ', Environment.GetCommandLineArgs().Skip(2)
        .Where(argument => argument is not "--markdown" and not "--check")
        .Prepend("benchmarks/ratios"));

    public IReadOnlyList<string> Faults { get; } = [.. modes.SelectMany(mode => mode.Faults).Distinct()];

    public IReadOnlyList<string> Doubts { get; } = [.. modes.SelectMany(mode => mode.Doubts.Select(doubt => $"{mode.Mode.Name}, {doubt}"))];

    public IEnumerable<Target> Targets => modes.SelectMany(mode => mode.Targets);

    public string ToText()
    {
        StringBuilder text = new();
        foreach (ModeResults mode in modes)
        {
            _ = text.AppendJoin(Environment.NewLine, Origin(mode)).AppendLine();
            foreach (SizeComparison size in mode.Sizes)
            {
                _ = text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{Variant.Size(size.Bytes)}, {size.Variant.Parameters}; {size.Speed.Describe()}");
                foreach (Operation operation in OperationNames.All)
                {
                    _ = text.AppendLine().Append(Tables.Rows(mode.Mode, size, operation).ToText());
                }
            }

            _ = text.AppendLine().Append(mode.Kernels is { } kernels ? kernels.ToTable().ToText() + Environment.NewLine : "");
        }

        return text.ToString().TrimEnd();
    }

    public string ToMarkdown() => string.Join('\n',
        from mode in modes
        from section in mode.Mode.Sections
        select $"## {section.Name}\n\n{ToMarkdown(mode, section)}");

    /// <summary>Every section of what was measured that the document has.</summary>
    public void Update(string document)
    {
        foreach (ModeResults mode in modes)
        {
            foreach (Section section in mode.Mode.Sections.Where(section => Document.Has(document, section.Name)))
            {
                Document.Update(document, section.Name, ToMarkdown(mode, section));
            }
        }
    }

    public string TargetsToText() => string.Join(Environment.NewLine, modes.Select(mode =>
        $"{mode.Mode.Name}{Environment.NewLine}{Target.CreateTable(mode.Targets).ToText()}"));

    public string ToJson() => ReportJson.Create(this, modes, rounds);

    private string ToMarkdown(ModeResults mode, Section section) =>
        string.Concat(Origin(mode).Select(line => $"* {line}\n")) + section.CreateMarkdown(mode);

    /// <summary>Machine, runtime, date and command: without these a figure says nothing.</summary>
    private IEnumerable<string> Origin(ModeResults mode)
    {
        yield return $"Processor: {MachineInfo.Processor}; {mode.Sizes[^1].Speed.Describe()}";
        yield return $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}; {Libraries.Versions}"
            + (MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}");
        yield return $"Date: {Today}; {rounds} rounds; command: `{Command}`";
    }
}
