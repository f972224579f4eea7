namespace AesModes.Benchmarks.Study;

/// <summary>
/// <c>face-study</c>: measures, prints, and tells by its exit code: 0 when all is well, 1 when a row cannot be right, 2 for a wrong command
/// line, 3 when a target is missed.
/// </summary>
internal static class StudyCommand
{
    public static int Run(string[] arguments)
    {
        StudyOptions options = StudyOptions.Parse(arguments);
        if (options.SelfTest)
        {
            return TestTheChecks();
        }

        List<StudyResults> results = [];
        foreach (int keyBits in options.KeySizes)
        {
            Console.Error.WriteLine($"AES-{keyBits} …");
            results.Add(StudyResults.Measure(keyBits, options.Sizes, options.Rounds));
        }

        StudyReport report = new(results, options.Sizes, options.Rounds);
        Console.WriteLine(options.Markdown ? report.ToMarkdown() : report.ToText());
        if (options.UpdateFile is { } document)
        {
            Document.Update(document, StudyReport.Section, report.ToMarkdown());
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
            Console.WriteLine(report.TargetsToText());
        }

        return report.Faults.Count > 0 ? 1 : options.Check && report.Targets.Any(target => target.IsMissed) ? 3 : 0;
    }

    private static int TestTheChecks()
    {
        IReadOnlyList<string> missed = StudySelfTest.Run();
        foreach (string sentence in missed)
        {
            Console.Error.WriteLine($"ERROR: {sentence}");
        }

        Console.WriteLine(missed.Count == 0
            ? "The checks refuse a core that loses a carry, one with a wrong byte, and a row that does half its work."
            : "The checks do not work.");
        return missed.Count == 0 ? 0 : 1;
    }
}
