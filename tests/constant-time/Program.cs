using System.Globalization;
using AesModes.ConstantTime;

// tests/constant-time/run calls this under valgrind, whose exit code says whether it reported anything.
if (!Secret.IsWatched() || args.Length < 2)
{
    Console.Error.WriteLine("Run tests/constant-time/run: without valgrind nothing is checked.");
    return 2;
}

bool hardware = args[0] == "hardware";
List<Backend> backends = [.. Backend.All.Where(b => b.IsSupported && b.IsHardwareAccelerated == hardware)];
if (args[0] == "control")
{
    Control.Run(args[1], backends);
    return 0;
}

// Their descriptions, so that a build or a machine that lost one does not go unnoticed.
string found = string.Join(", ", backends.Select(b => b.Description));
string expected = string.Join(", ", args.Skip(1));
if (found != expected)
{
    Console.Error.WriteLine($"These backends should run: {expected}. Here are: {found}.");
    return 2;
}

Random random = new(20261121);
Report("AES-GCM-SIV", () => GcmSivRuns.Run(backends, random));
Report("AEZ", () => AezRuns.Run(backends, random));
Report("AES-CTR with FACE", () => CtrRuns.Run(backends, random));
if (!hardware)
{
    Report("BLAKE2b", () => AezRuns.RunBlake2b(random));
    Report("AEZ's weak keys", () => AezRuns.RunWeakKeys(random));
    Report("kernels by themselves", () => KernelRuns.Run(random));
}

return 0;

static void Report(string what, Action run)
{
    int before = Results.Right;
    int reports = Secret.CountReports();
    run();
    Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture, $"  {what}: {Results.Right - before} results right, {Secret.CountReports() - reports} reports"));
}
