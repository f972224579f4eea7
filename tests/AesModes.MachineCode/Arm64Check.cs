using System.Globalization;
using System.Text;

namespace AesModes.MachineCode;

/// <summary>
/// Checks ARM64 machine code, which another process has listed under an emulator, like x64's. Also checks that AESE and AESMC can be fused, and that bulk loops keep their
/// vectors in registers.
/// </summary>
internal sealed class Arm64Check(string folder, string listings, bool update)
{
    private readonly Reviewed _reviewed = new(Path.Combine(folder, "reviewed-arm64.txt"), new Reviewed(Path.Combine(folder, "reviewed.txt")));
    private readonly string _kernels = Path.Combine(folder, "kernels-arm64.txt");
    private readonly Tally _tally = new("ARM64: ");

    public static IReadOnlyList<Method> Read(string listings, string part) => Method.ReadAll(Path.Combine(listings, $"{part}.txt"));

    public int Execute(string? resultFile)
    {
        var listing = Read(listings, "driver");
        _reviewed.Enter(listing);
        List<Facts> facts = [.. listing.Where(m => m.IsReviewed && !_reviewed.IsWithoutSecrets(m.Key)).Select(m => new Facts(m))];
        _tally.Check(
            $"{facts.Count} methods, their compilation",
            facts.Where(f => !f.Method.IsArm64).Select(f => $"{f.Method.ShortName} is not ARM64's")
                .Concat(facts.Where(f => !f.Method.IsOptimized).Select(f => $"{f.Method.ShortName} is not compiled with full optimisation")));
        List<string> problems = [.. facts.SelectMany(f => _reviewed.Compare(f, []))];
        if (update)
        {
            Tally.ShowNew("reviewed-arm64.txt", problems);
        }
        else
        {
            _tally.Check($"{facts.Count} methods against the reviewed list", problems);
        }

        _tally.Check("every public class is called", Check.NotCalled(listing));

        // ARM64 shuffles bytes with one instruction, TBL, so the control VariableShuffle has no fault here.
        _tally.CheckControls(Read(listings, "controls"), _reviewed, "");

        List<Arm64Kernel> kernels = [.. listing.Where(m => m.IsOurs).Select(m => new Arm64Kernel(m)).Where(k => k.IsOfInterest)];
        var recorded = update ? [] : ReadKernels();
        foreach (var kernel in update ? [] : kernels)
        {
            string name = kernel.Method.ShortName;
            (int unfused, int unfusedInLoops, int spills) = recorded.GetValueOrDefault(name);
            _tally.Check(
                $"AESE and AESMC of {name}",
                kernel.Unfused > unfused || kernel.UnfusedInLoops > unfusedInLoops
                    ? [$"{kernel.Unfused} of {kernel.AesRounds} AESE are not directly followed by AESMC on their register, {kernel.UnfusedInLoops} in bulk loops; recorded: {unfused}, {unfusedInLoops}"]
                    : []);
            if (kernel.BulkLoops.Count > 0)
            {
                _tally.Check($"the bulk loops of {name}", kernel.Spills > spills ? [$"{kernel.Spills} loads and stores of vectors in the frame; recorded: {spills}"] : []);
            }
        }

        if (update)
        {
            _reviewed.Update();
            WriteKernels(kernels);
            Console.WriteLine("reviewed-arm64.txt and kernels-arm64.txt are written; in git diff, read what is marked.");
            return _tally.Finish(resultFile);
        }

        _tally.Check("a method is in the record and was not compiled", recorded.Keys.Except(kernels.Select(k => k.Method.ShortName)));
        _tally.Check("the loops that must be there are there", Arm64Cycles.Missing(listing));
        _tally.Check("the reviewed list has a reason for everything", _reviewed.Unfinished());
        _tally.Check("the reviewed list has nothing that is gone", _reviewed.Gone());
        int rounds = kernels.Sum(k => k.AesRounds);
        int roundsInLoops = kernels.Sum(k => k.RoundsInLoops);
        Console.WriteLine(
            $"ARM64: {rounds - kernels.Sum(k => k.Unfused)} of {rounds} AESE with AESMC, in {kernels.Sum(k => k.BulkLoops.Count)} bulk loops {roundsInLoops - kernels.Sum(k => k.UnfusedInLoops)} of {roundsInLoops}");
        return _tally.Finish(resultFile);
    }

    private Dictionary<string, (int Unfused, int UnfusedInLoops, int Spills)> ReadKernels() =>
        Record.ReadLines(_kernels).Select(Record.Parse).ToDictionary(line => line.Name, line => (line.Figures[1], line.Figures[3], line.Figures[4]));

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
}
