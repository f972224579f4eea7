using System.Runtime.InteropServices;
using System.Text.Json;

namespace AesModes.MachineCode;

/// <summary>Lists, holds against the reviewed list and against the record, and says what it counted.</summary>
internal sealed class Check(string folder, bool update)
{
    private static readonly JsonSerializerOptions _json = new() { WriteIndented = true };

    private readonly Reviewed _reviewed = new(Path.Combine(folder, "reviewed.txt"));
    private readonly string _expected = Path.Combine(folder, "expected");
    private int _passed;
    private int _failed;
    private int _skipped;

    /// <summary>Returns 0, or 1 where something failed.</summary>
    public int Execute(string? resultFile)
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            Console.WriteLine($"Not run: the check reads x64, and this is {RuntimeInformation.ProcessArchitecture}.");
            _skipped++;
        }
        else
        {
            CheckRuns();
        }

        Console.WriteLine($"{_passed} passed, {_failed} failed, {_skipped} skipped");
        if (resultFile is not null)
        {
            File.WriteAllText(resultFile, JsonSerializer.Serialize(new { passed = _passed, failed = _failed, notRun = _skipped }, _json));
        }

        return _failed == 0 ? 0 : 1;
    }

    private void CheckRuns()
    {
        var record = Record.Read(_expected, out bool isExact);
        var written = Record.ForThisMachine(_expected);
        if (!isExact && !update)
        {
            Console.WriteLine($"Nothing is recorded for {Record.MachineName} (tests/machine-code --update does it). Counts are held against {record?.Name ?? "nothing"}, sizes loosely.");
            _skipped++;
        }

        foreach (string run in Run.All)
        {
            var methods = Run.List(run, "driver");
            var (facts, problems) = Review(methods);
            Report($"{run}: {facts} methods against the reviewed list", problems);

            var kernels = methods.Where(Record.IsKernel).ToList();
            foreach (var kernel in kernels)
            {
                written.Add(run, kernel);
            }

            if (record is not null && !update)
            {
                Report($"{run}: {kernels.Count} kernels against the record {record.Name}", record.Compare(run, kernels, isExact));
            }

            if (run == Run.Default)
            {
                Report("every public class is called", NotCalled(methods));
            }

            CheckControls(run);
        }

        Report("everything of ours that is called was compiled", _reviewed.NeverCompiled());
        if (update)
        {
            _reviewed.Update();
            written.Write();
            Console.WriteLine("reviewed.txt and the record are written; in git diff, read what is marked.");
            return;
        }

        Report("the reviewed list has a reason for everything", _reviewed.Unfinished());
        if (isExact && _reviewed.IsComplete)
        {
            Report("the reviewed list has nothing that is gone", _reviewed.Gone());
        }
    }

    private (int Methods, List<string> Problems) Review(IReadOnlyList<Method> listing)
    {
        var byName = listing.ToDictionary(m => m.Name);
        Dictionary<string, SortedSet<string>> callers = [];
        List<Facts> reviewed = [];
        HashSet<string> seen = [];
        Queue<Method> open = new(listing.Where(m => m.IsOurs && !m.Name.Contains("MachineCode", StringComparison.Ordinal)));
        while (open.TryDequeue(out var method))
        {
            if (!seen.Add(method.Name) || _reviewed.IsWithoutSecrets(method.Key))
            {
                continue;
            }

            Facts facts = new(method);
            reviewed.Add(facts);
            foreach (string target in facts.Calls.Keys.Where(t => byName.ContainsKey(t) && !_reviewed.IsAllowedCall(t)))
            {
                if (!callers.TryGetValue(target, out var of))
                {
                    callers[target] = of = new SortedSet<string>(StringComparer.Ordinal);
                }

                of.Add(method.Key);
                open.Enqueue(byName[target]);
            }
        }

        _reviewed.Enter(listing);
        List<string> problems =
        [
            .. reviewed.Where(f => f.Method.IsOurs && !f.Method.IsOptimized).Select(f => $"{f.Method.ShortName} is not compiled with full optimisation"),
            .. reviewed.SelectMany(f => _reviewed.Compare(f, callers.GetValueOrDefault(f.Method.Name) ?? [])),
        ];
        return (reviewed.Count, problems);
    }

    /// <summary>What the driver leaves out would not be read.</summary>
    public static IEnumerable<string> NotCalled(IReadOnlyList<Method> listing) => typeof(AesGcmSiv).Assembly.GetExportedTypes()
        .Where(type => !listing.Any(m => m.IsOurs && m.Key.StartsWith($"{type.Name}:", StringComparison.Ordinal)))
        .Select(type => $"nothing of {type.Name} was compiled: the driver has to call it");

    /// <summary>The harmless one has to hold, each of the others must not, for its own fault.</summary>
    private void CheckControls(string run)
    {
        var listing = Run.List(run, "controls");
        _reviewed.Enter(listing);
        var problems = listing.Where(m => m.Key == "Controls:Pass").ToDictionary(
            m => m.ShortName.Split('+', '>')[1],
            m => _reviewed.Compare(new Facts(m), [], record: m.ShortName.Contains("Harmless", StringComparison.Ordinal)).ToList());
        Report($"{run}: the harmless control", problems["Harmless"]);
        Expect("TableLookup", Names(problems["TableLookup"], "index", "lane"));
        Expect("SecretBranch", Names(problems["SecretBranch"], "jumps", "lane"));

        // In the others it is an instruction. The JIT either calls the framework's method or compiles its loop into the kernel.
        if (run is "EnableSSE42" or "EnableHWIntrinsic")
        {
            var shuffle = listing.FirstOrDefault(m => m.Key == "Vector128:Shuffle(Vector128<byte>,Vector128<byte>)");
            Expect("VariableShuffle", shuffle is null
                ? Names(problems["VariableShuffle"], "index", "byte")
                : _reviewed.Compare(new Facts(shuffle), ["Controls:Pass"], record: false).Any(p => p.Contains("called by Controls:Pass", StringComparison.Ordinal)));
        }

        void Expect(string control, bool noticed) => Report($"{run}: the control {control} is noticed", noticed ? [] : ["control not noticed"]);
    }

    /// <summary>Not only one more than on the list, but for what it depends on.</summary>
    public static bool Names(List<string> problems, string what, string origin) =>
        problems.Any(p => p.Split(": ") is [_, var text, ..] && text.StartsWith($"{what} ", StringComparison.Ordinal) && text.Contains(origin, StringComparison.Ordinal));

    private void Report(string what, IEnumerable<string> problems)
    {
        List<string> all = [.. problems.Distinct()];
        if (all.Count == 0)
        {
            _passed++;
        }
        else
        {
            _failed++;
            Console.WriteLine($"FAILED: {what}");
            foreach (string problem in all)
            {
                Console.WriteLine($"  {problem}");
            }
        }
    }
}
