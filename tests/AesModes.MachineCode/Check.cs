using System.Runtime.InteropServices;

namespace AesModes.MachineCode;

/// <summary>Lists the x64 machine code, compares it with the reviewed list and with the record, and reports the results.</summary>
internal sealed class Check(string folder, string listings, bool update)
{
    private readonly Reviewed _reviewed = new(Path.Combine(folder, "reviewed.txt"));
    private readonly string _expected = Path.Combine(folder, "expected");
    private readonly Tally _tally = new("");

    public int Execute(string? resultFile)
    {
        if (RuntimeInformation.ProcessArchitecture == Architecture.X64)
        {
            CheckRuns();
        }
        else
        {
            _tally.Skip($"Not run: the check reads x64, and this is {RuntimeInformation.ProcessArchitecture}.");
        }

        return _tally.Finish(resultFile);
    }

    private void CheckRuns()
    {
        var record = Record.Read(_expected, out bool isExact);
        var written = Record.ForThisMachine(_expected);
        if (!isExact && !update)
        {
            _tally.Skip($"Nothing is recorded for {Record.MachineName} (tests/machine-code --update does it). Counts are held against {record?.Name ?? "nothing"}, sizes loosely.");
        }

        foreach (string run in Run.All)
        {
            var methods = Run.List(listings, run, "driver");
            var (facts, problems) = Review(methods);
            if (update)
            {
                Tally.ShowNew("reviewed.txt", problems);
            }
            else
            {
                _tally.Check($"{run}: {facts} methods against the reviewed list", problems);
            }

            var kernels = methods.Where(Record.IsKernel).ToList();
            foreach (var kernel in kernels)
            {
                written.Add(run, kernel);
            }

            if (record is not null && !update)
            {
                _tally.Check($"{run}: {kernels.Count} kernels against the record {record.Name}", record.Compare(run, kernels, isExact));
            }

            if (run == Run.Default)
            {
                _tally.Check("every public class is called", NotCalled(methods));
            }

            CheckControls(run);
        }

        _tally.Check("everything of ours that is called was compiled", _reviewed.NeverCompiled());
        if (update)
        {
            _reviewed.Update();
            written.Write();
            Console.WriteLine("reviewed.txt and the record are written; in git diff, read what is marked.");
            return;
        }

        _tally.Check("the reviewed list has a reason for everything", _reviewed.Unfinished());
        if (isExact && _reviewed.IsComplete)
        {
            _tally.Check("the reviewed list has nothing that is gone", _reviewed.Gone());
        }
    }

    private (int Methods, List<string> Problems) Review(IReadOnlyList<Method> listing)
    {
        var byName = listing.ToDictionary(m => m.Name);
        Dictionary<string, SortedSet<string>> callers = [];
        List<Facts> reviewed = [];
        HashSet<string> seen = [];
        Queue<Method> open = new(listing.Where(m => m.IsReviewed));
        while (open.TryDequeue(out var method))
        {
            if (!seen.Add(method.Name) || _reviewed.IsWithoutSecrets(method.Key))
            {
                continue;
            }

            Facts facts = new(method);
            reviewed.Add(facts);
            foreach (string target in facts.Calls.Where(t => byName.ContainsKey(t) && !_reviewed.IsAllowedCall(t)))
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

    /// <summary>Nobody would review code that the driver omits. Pages and chunks may be omitted: they pass secrets on to <see cref="Aez"/> and <see cref="AesGcmSiv"/>.</summary>
    public static IEnumerable<string> NotCalled(IReadOnlyList<Method> listing) => typeof(AesGcmSiv).Assembly.GetExportedTypes()
        .Except([typeof(AezPages), typeof(ChunkedAesGcmSiv), typeof(ChunkedEncryptionStream), typeof(WideAes)])
        .Where(type => !listing.Any(m => m.IsOurs && m.Key.StartsWith($"{type.Name}:", StringComparison.Ordinal)))
        .Select(type => $"nothing of {type.Name} was compiled: the driver has to call it");

    private void CheckControls(string run)
    {
        var listing = Run.List(listings, run, "controls");
        _reviewed.Enter(listing);
        var problems = _tally.CheckControls(listing, _reviewed, $"{run}: ");

        // The other runs shuffle with one instruction. Here, the JIT either calls the framework's method or compiles its loop into the kernel.
        if (run is "EnableSSE42" or "EnableHWIntrinsic")
        {
            var shuffle = listing.FirstOrDefault(m => m.Key == "Vector128:Shuffle(Vector128<byte>,Vector128<byte>)");
            _tally.CheckNoticed($"{run}: the control VariableShuffle", shuffle is null
                ? Tally.Names(problems["VariableShuffle"], "index", "byte")
                : _reviewed.Compare(new Facts(shuffle), ["Controls:Pass"], record: false).Any(p => p.Contains("called by Controls:Pass", StringComparison.Ordinal)));
        }
    }
}
