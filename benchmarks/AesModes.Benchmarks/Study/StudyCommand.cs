using AesModes.Benchmarks.Ratios;
using AesModes.Tool.Common;

namespace AesModes.Benchmarks.Study;

/// <summary>
/// <c>face-study</c>: measures, prints, and tells by its exit code: 0 when all is well, 1 when a row cannot be right, 2 for a wrong command
/// line, 3 when a target is missed.
/// </summary>
internal static class StudyCommand
{
    private const int LeastRounds = 10;

    private static readonly int[] _allKeySizes = [128, 192, 256];

    public static Command Create()
    {
        Option<int> rounds = Parameters.Number("--rounds", "How often each row has its turn", Comparison.DefaultRounds, LeastRounds, 1_000_000);
        Option<int[]> keySizes = Parameters.Numbers("--key-size", "The keys' sizes in bits", 128, 256, _allKeySizes);
        Option<int[]> sizes = Parameters.Numbers("--sizes", "The messages' sizes in bytes", 1, 1 << 30, [.. PaperFigures.Sizes]);
        Option<bool> markdown = new("--markdown") { Description = "Print Markdown." };
        Option<bool> check = new("--check") { Description = "Hold the results against their targets." };
        Option<bool> selfTest = new("--self-test") { Description = "Check the checks." };
        Option<string?> update = new("--update") { Description = "Write the section of this document.", HelpName = "FILE" };
        Command command = new("face-study", "FACE as its paper measured it, beside the paper's figures (docs/face.md).")
        {
            rounds,
            keySizes,
            sizes,
            markdown,
            check,
            selfTest,
            update,
        };
        command.SetAction(result =>
        {
            int[] keyBits = result.ValueOr(keySizes, _allKeySizes);
            if (keyBits.Except(_allKeySizes).Any())
            {
                throw new UsageException($"--key-size takes {string.Join(", ", _allKeySizes)}.");
            }

            return result.GetValue(selfTest) ? TestTheChecks()
                : Run(keyBits, result.ValueOr(sizes, PaperFigures.Sizes), result.GetValue(rounds), result.GetValue(markdown), result.GetValue(check), result.GetValue(update));
        });
        return command;
    }

    private static int Run(int[] keySizes, int[] sizes, int rounds, bool markdown, bool check, string? document)
    {
        List<StudyResults> results = [];
        foreach (int keyBits in keySizes)
        {
            Console.Error.WriteLine($"AES-{keyBits} …");
            results.Add(StudyResults.Measure(keyBits, sizes, rounds));
        }

        StudyReport report = new(results, sizes, rounds);
        Console.WriteLine(markdown ? report.ToMarkdown() : report.ToText());
        if (document is not null)
        {
            Document.Update(document, StudyReport.Section, report.ToMarkdown());
        }

        return Report.Tell(report.Doubts, report.Faults, report.Targets, check ? Target.CreateTable(report.Targets).ToText() : null);
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
