using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AesModes.MachineCode;

/// <summary>
/// The same questions of ARM64's machine code, which another process has listed under an emulator, and two more: whether AESE and AESMC can be fused, and
/// whether a bulk loop keeps its vectors in registers.
/// </summary>
internal sealed class Arm64Check(string folder, string listings, bool update)
{
    private readonly Reviewed _reviewed = new(Path.Combine(folder, "reviewed-arm64.txt"), new Reviewed(Path.Combine(folder, "reviewed.txt")));
    private readonly string _kernels = Path.Combine(folder, "kernels-arm64.txt");
    private int _passed;
    private int _failed;

    public static IReadOnlyList<Method> Read(string listings, string part) => Method.ReadAll(Path.Combine(listings, $"{part}.txt"));

    public int Execute(string? resultFile)
    {
        var listing = Read(listings, "driver");
        _reviewed.Enter(listing);
        List<Facts> facts =
        [
            .. listing.Where(m => m.IsOurs && !m.Name.Contains("MachineCode", StringComparison.Ordinal) && !_reviewed.IsWithoutSecrets(m.Key)).Select(m => new Facts(m)),
        ];
        Report(
            $"{facts.Count} methods against the reviewed list",
            facts.Where(f => !f.Method.IsArm64).Select(f => $"{f.Method.ShortName} is not ARM64's")
                .Concat(facts.Where(f => !f.Method.IsOptimized).Select(f => $"{f.Method.ShortName} is not compiled with full optimisation"))
                .Concat(facts.SelectMany(f => _reviewed.Compare(f, []))));
        Report("every public class is called", Check.NotCalled(listing));
        CheckControls();

        List<Arm64Kernel> kernels = [.. listing.Where(m => m.IsOurs).Select(m => new Arm64Kernel(m)).Where(k => k.IsOfInterest)];
        var recorded = update ? [] : ReadKernels();
        foreach (var kernel in update ? [] : kernels)
        {
            string name = kernel.Method.ShortName;
            (int unfused, int unfusedInLoops, int mostSpills) = recorded.GetValueOrDefault(name);
            Report(
                $"AESE and AESMC of {name}",
                kernel.Unfused > unfused || kernel.BulkLoops.Sum(l => l.Unfused) > unfusedInLoops
                    ? [$"{kernel.Unfused} of {kernel.AesRounds} AESE are not directly followed by AESMC on their register, {kernel.BulkLoops.Sum(l => l.Unfused)} in bulk loops; recorded: {unfused}, {unfusedInLoops}"]
                    : []);
            if (kernel.BulkLoops.Count > 0)
            {
                Report($"the bulk loops of {name}", kernel.BulkLoops.Sum(l => l.Spills) is var spills && spills > mostSpills ? [$"{spills} loads and stores of vectors in the frame; recorded: {mostSpills}"] : []);
            }
        }

        if (update)
        {
            _reviewed.Update();
            WriteKernels(kernels);
            Console.WriteLine("reviewed-arm64.txt and kernels-arm64.txt are written; in git diff, read what is marked.");
            return 0;
        }

        Report("a method is in the record and was not compiled", recorded.Keys.Except(kernels.Select(k => k.Method.ShortName)));
        Report("the loops that must be there are there", Arm64Cycles.Missing(listing));
        Report("the reviewed list has a reason for everything", _reviewed.Unfinished());
        Report("the reviewed list has nothing that is gone", _reviewed.Gone());
        int loops = kernels.Sum(k => k.BulkLoops.Count);
        Console.WriteLine(
            $"ARM64: {kernels.Sum(k => k.AesRounds - k.Unfused)} of {kernels.Sum(k => k.AesRounds)} AESE with AESMC, in {loops} bulk loops {kernels.Sum(k => k.BulkLoops.Sum(l => l.AesRounds - l.Unfused))} of {kernels.Sum(k => k.BulkLoops.Sum(l => l.AesRounds))}");
        Console.WriteLine($"{_passed} passed, {_failed} failed, 0 skipped");
        if (resultFile is not null)
        {
            File.WriteAllText(resultFile, JsonSerializer.Serialize(new { passed = _passed, failed = _failed, notRun = 0 }));
        }

        return _failed == 0 ? 0 : 1;
    }

    /// <summary>TBL is an instruction, so the variable shuffle is no fault here.</summary>
    private void CheckControls()
    {
        var problems = Read(listings, "controls").Where(m => m.Key == "Controls:Pass").ToDictionary(
            m => m.ShortName.Split('+', '>')[1],
            m => _reviewed.Compare(new Facts(m), [], record: m.ShortName.Contains("Harmless", StringComparison.Ordinal)).ToList());
        Report("the harmless control", problems["Harmless"]);
        Report("the control TableLookup is noticed", Check.Names(problems["TableLookup"], "index", "lane") ? [] : ["control not noticed"]);
        Report("the control SecretBranch is noticed", Check.Names(problems["SecretBranch"], "jumps", "lane") ? [] : ["control not noticed"]);
    }

    private Dictionary<string, (int Unfused, int UnfusedInLoops, int Spills)> ReadKernels() => File.ReadLines(_kernels).Where(l => l.Length > 0 && l[0] != '#')
        .Select(l => l.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries))
        .ToDictionary(p => p[5], p => (int.Parse(p[1], CultureInfo.InvariantCulture), int.Parse(p[3], CultureInfo.InvariantCulture), int.Parse(p[4], CultureInfo.InvariantCulture)));

    private void WriteKernels(IEnumerable<Arm64Kernel> kernels)
    {
        StringBuilder text = new();
        text.Append("# Written by tests/machine-code --arm64 --update. AESE but those of last rounds; of them those without an adjacent AESMC on the same register;\n");
        text.Append("# both in bulk loops; loads and stores of vectors in the frame in bulk loops. Not more than that may there be.\n\n");
        foreach (var kernel in kernels.OrderBy(k => k.Method.ShortName, StringComparer.Ordinal))
        {
            text.Append(CultureInfo.InvariantCulture, $"{kernel}\n");
        }

        File.WriteAllText(_kernels, text.ToString());
    }

    private void Report(string what, IEnumerable<string> problems)
    {
        List<string> all = [.. problems.Distinct()];
        if (all.Count == 0)
        {
            _passed++;
            return;
        }

        _failed++;
        Console.WriteLine($"FAILED: ARM64: {what}");
        foreach (string problem in all)
        {
            Console.WriteLine($"  {problem}");
        }
    }
}
