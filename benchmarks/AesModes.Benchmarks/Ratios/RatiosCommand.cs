using AesModes.Tool.Common;

namespace AesModes.Benchmarks.Ratios;

/// <summary>
/// <c>ratios</c>: measures, prints, and tells by its exit code: 0 when all is well, 1 when a row or a peer cannot be right, 2 for a wrong
/// command line, 3 when a target is missed.
/// </summary>
internal static class RatiosCommand
{
    private const int LeastRounds = 50;

    public static string CommandLine => Report.Command("benchmarks/ratios");

    public static Command Create()
    {
        Argument<string[]> names = new("COMPARISON")
        {
            Description = $"What to measure: {string.Join(", ", Experiment.All.Select(experiment => experiment.Name))}. All without one; the modes with --sizes, and inside Node.js.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        Option<int> rounds = Parameters.Number("--rounds", "How often each row has its turn", Comparison.DefaultRounds, LeastRounds, 1_000_000);
        Option<bool> check = new("--check") { Description = "Hold the results against their targets." };
        Option<bool> selfTest = new("--self-test") { Description = "Check the checks: wrong outputs, and rows that do half their work, must be refused." };
        Option<bool> markdown = new("--markdown") { Description = "Print Markdown." };
        Option<string?> json = new("--json") { Description = "Write JSON too.", HelpName = "FILE" };
        Option<string[]> update = new("--update") { Description = "Write the tables into the sections that this document has for them; may be repeated.", HelpName = "FILE" };
        Command command = new("ratios", "Every row of a comparison in one process in turn.") { names, rounds, check, selfTest, markdown, json, update };
        Settings.AddTo(command);
        command.SetAction(result =>
        {
            Settings.Take(result);
            string[] named = result.GetValue(names)!;
            IReadOnlyList<Experiment> experiments = named.Length > 0 ? [.. named.Select(Find).Distinct()]
                : Settings.GivenSizes is null && !Report.IsInNode ? Experiment.All
                : ModeRatios.Modes;
            string[] documents = result.GetValue(update)!;
            string[] sections = [.. experiments.SelectMany(experiment => experiment.SectionNames)];
            Array.ForEach(documents, document => Document.Check(document, sections));
            string? file = result.GetValue(json) is { } path ? Path.GetFullPath(path) : null;
            if (file is not null)
            {
                // Not after the measurement, which would be lost.
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            }

            Libraries.ReportMissing();
            if (result.GetValue(selfTest))
            {
                return TestTheChecks(experiments);
            }

            Report report = new([.. experiments.Select(experiment => experiment.Measure(result.GetValue(rounds)))]);
            Console.WriteLine(result.GetValue(markdown) ? report.ToMarkdown() : report.ToText());
            Array.ForEach(documents, report.Update);
            if (file is not null)
            {
                File.WriteAllText(file, report.ToJson());
            }

            return Report.Tell(report.Doubts, report.Faults, report.Targets, result.GetValue(check) ? Environment.NewLine + report.TargetsToText() : null);
        });
        return command;
    }

    private static int TestTheChecks(IEnumerable<Experiment> experiments)
    {
        // All of them, also after one that fails.
        bool work = experiments.Select(experiment => SelfTest.FindsIt(experiment.TestTheChecks)).ToArray().All(works => works);
        Console.WriteLine(work ? "The checks work." : "ERROR: the checks do not work.");
        return work ? 0 : 1;
    }

    private static Experiment Find(string name) => Experiment.All.FirstOrDefault(experiment => experiment.Name == name) ?? throw new UsageException(
        $"'{name}' is not a comparison: {string.Join(", ", Experiment.All.Select(experiment => experiment.Name))} are.");
}
