using System.Text.Json;

namespace AesModes.MachineCode;

/// <summary>Counts checks and prints the failed ones.</summary>
/// <param name="prefix">Printed before each failure.</param>
internal sealed class Tally(string prefix)
{
    private static readonly JsonSerializerOptions _json = new() { WriteIndented = true };

    private int _passed;
    private int _failed;
    private int _skipped;

    public void Check(string what, IEnumerable<string> problems)
    {
        List<string> all = [.. problems.Distinct()];
        if (all.Count == 0)
        {
            _passed++;
            return;
        }

        _failed++;
        Console.WriteLine($"FAILED: {prefix}{what}");
        foreach (string problem in all)
        {
            Console.WriteLine($"  {problem}");
        }
    }

    /// <summary>Prints what an update adds to a list. It does not count as failed.</summary>
    public static void ShowNew(string what, IEnumerable<string> entries)
    {
        foreach (string entry in entries.Distinct())
        {
            Console.WriteLine($"New in {what}: {entry}");
        }
    }

    public void Skip(string reason)
    {
        Console.WriteLine(reason);
        _skipped++;
    }

    /// <summary>
    /// The harmless control must match the reviewed list. Each other control must fail because of its fault's origin, not only its count. Returns the problems by the control's
    /// name.
    /// </summary>
    public Dictionary<string, List<string>> CheckControls(IReadOnlyList<Method> listing, Reviewed reviewed, string run)
    {
        var problems = listing.Where(m => m.Key == "Controls:Pass").ToDictionary(
            m => m.ShortName.Split('+', '>')[1],
            m => reviewed.Compare(new Facts(m), [], record: m.ShortName.Contains("Harmless", StringComparison.Ordinal)).ToList());
        Check($"{run}the harmless control", problems["Harmless"]);
        CheckNoticed($"{run}the control TableLookup", Names(problems["TableLookup"], "index", "lane"));
        CheckNoticed($"{run}the control SecretBranch", Names(problems["SecretBranch"], "jumps", "lane"));
        return problems;
    }

    public void CheckNoticed(string control, bool noticed) => Check($"{control} is noticed", noticed ? [] : ["control not noticed"]);

    public static bool Names(List<string> problems, string kind, string origin) =>
        problems.Any(p => p.Split(": ") is [_, var text, ..] && text.StartsWith($"{kind} ", StringComparison.Ordinal) && text.Contains(origin, StringComparison.Ordinal));

    /// <summary>Prints the counts and writes them to the file. Returns 0, or 1 if a check failed.</summary>
    public int Finish(string? resultFile)
    {
        Console.WriteLine($"{_passed} passed, {_failed} failed, {_skipped} skipped");
        if (resultFile is not null)
        {
            File.WriteAllText(resultFile, JsonSerializer.Serialize(new { passed = _passed, failed = _failed, notRun = _skipped }, _json));
        }

        return _failed == 0 ? 0 : 1;
    }
}
