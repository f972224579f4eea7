using AesModes.Benchmarks.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>
/// <c>ratios</c>: measures, prints, and tells by its exit code: 0 when all is well, 1 when a row or a peer cannot be right, 2 for a wrong
/// command line, 3 when a target is missed.
/// </summary>
internal static class RatiosCommand
{
    public static int Run(string[] arguments)
    {
        RatiosOptions options = RatiosOptions.Parse(arguments);
        Libraries.ReportMissing();
        if (options.SelfTest)
        {
            return TestTheChecks(options.Experiments);
        }

        Report report = new([.. options.Experiments.Select(experiment => experiment.Measure(options.Rounds))]);
        Console.WriteLine(options.Markdown ? report.ToMarkdown() : report.ToText());
        foreach (string document in options.UpdateFiles)
        {
            report.Update(document);
        }

        if (options.JsonFile is { } file)
        {
            File.WriteAllText(file, report.ToJson());
        }

        foreach (string doubt in report.Doubts)
        {
            Console.Error.WriteLine($"doubt: {doubt}");
        }

        foreach (string fault in report.Faults)
        {
            Console.Error.WriteLine($"ERROR: {fault}");
        }

        if (options.Check)
        {
            Console.WriteLine();
            Console.WriteLine(report.TargetsToText());
        }

        return report.Faults.Count > 0 ? 1 : options.Check && report.Targets.Any(target => target.IsMissed) ? 3 : 0;
    }

    private static int TestTheChecks(IEnumerable<Experiment> experiments)
    {
        // All of them, also after one that fails.
        bool work = experiments.Select(experiment => experiment.TestTheChecks()).ToArray().All(works => works);
        Console.WriteLine(work ? "The checks work." : "ERROR: the checks do not work.");
        return work ? 0 : 1;
    }
}
