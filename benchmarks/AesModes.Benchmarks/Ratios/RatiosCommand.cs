using AesModes.Benchmarks.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>
/// <c>ratios</c>: measures, prints, and tells by its exit code: 0 when all is well, 1 when a row or a peer cannot be right, 2 for a wrong
/// command line, 3 when a target is missed.
/// </summary>
internal static class RatiosCommand
{
    /// <summary>The targets' sizes, the designers' published ones, and a mebibyte.</summary>
    private static readonly int[] _defaultSizes = [16, 128, 1024, 2048, 4096, 8192, 16384, 65536, 1048576];

    public static int Run(string[] arguments)
    {
        RatiosOptions options = RatiosOptions.Parse(arguments);
        if (options.SelfTest)
        {
            return TestTheChecks();
        }

        IReadOnlyList<int> sizes = Settings.GivenSizes ?? _defaultSizes;
        if (Sodium.Problem is { } problem)
        {
            Console.Error.WriteLine($"{problem} The rows \"{Sodium.PeerName}\" drop out.");
        }

        List<SizeComparison> comparisons = [];
        foreach (int size in sizes)
        {
            Console.Error.WriteLine($"{size} bytes …");
            comparisons.Add(SizeComparison.Measure(size, Settings.KeySize, options.Rounds));
        }

        Report report = new(comparisons, SoftwareKernels.Measure(options.Rounds), options.Rounds);
        Console.WriteLine(options.Markdown ? report.ToMarkdown() : report.ToText());
        if (options.UpdateFile is { } document)
        {
            Document.Update(document, "ratios", report.ToMarkdown());
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
            Console.WriteLine(report.TargetsToText());
        }

        return report.Faults.Count > 0 ? 1 : options.Check && report.Targets.Any(target => !target.IsMet) ? 3 : 0;
    }

    private static int TestTheChecks()
    {
        IReadOnlyList<string> missed = SizeComparison.TestTheChecks();
        foreach (string sentence in missed)
        {
            Console.Error.WriteLine($"ERROR: {sentence}");
        }

        Console.WriteLine(missed.Count == 0 ? "The checks refuse a wrong output and a row that does half its work." : "The checks do not work.");
        return missed.Count == 0 ? 0 : 1;
    }
}
