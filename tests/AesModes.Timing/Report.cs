using System.Diagnostics;
using System.Globalization;
using System.Text;
using AesModes.Backends;
using AesModes.Benchmarks;
using AesModes.Measuring;

namespace AesModes.Timing;

/// <summary>Runs the trials, tells of each as it comes, and puts all of them into one table.</summary>
internal sealed class Report(int samples, int size, string command)
{
    /// <summary>The document's.</summary>
    public const string Section = "timing";

    private static readonly Func<Backend, int, Target>[] _targets =
        [(backend, size) => new GcmSivTarget(backend, size), (backend, size) => new AezTarget(backend, size), (backend, size) => new FaceCtrTarget(backend, size)];

    private readonly List<(Backend Backend, Outcome Outcome)> _all = [];

    private TimeSpan _time;

    private string _load = "";

    /// <summary>No trial but the controls exceeds the bound, all of these do, and each had its samples.</summary>
    public bool IsAsExpected => _all.Count > 0 && Findings.Length == 0;

    /// <summary>What is not as it has to be.</summary>
    private string[] Findings =>
    [
        .. from one in _all
           where !one.Outcome.IsAsExpected
           let trial = one.Outcome.Trial
           select $"{trial.Mode}, {trial.Call}, {trial.Classes}, {one.Backend}: "
               + (double.IsNaN(one.Outcome.Result.T) ? "no result, " : trial.IsControl ? "control not noticed, " : "exceeded, ")
               + string.Create(CultureInfo.InvariantCulture, $"t = {one.Outcome.Result.T:F2} ({one.Outcome.Result.Cropping}), {one.Outcome.Difference:F3} ns a call of {one.Outcome.Median:F0} ns"),
        .. from one in _all
           where one.Outcome.Samples < samples
           select string.Create(CultureInfo.InvariantCulture, $"{one.Outcome.Trial.Mode}, {one.Outcome.Trial.Call}, {one.Backend}: only {one.Outcome.Samples:N0} samples"),
    ];

    public void Run(IEnumerable<Backend> backends, string filter, TimeSpan limit)
    {
        long start = Stopwatch.GetTimestamp();
        Console.WriteLine($"{"t",8}  {"ns",6}  {"difference",10}  {"visible",7}  {"calls",5}  {"cropping",-16}");
        foreach (Backend backend in backends)
        {
            foreach (Func<Backend, int, Target> create in _targets)
            {
                using Target target = create(backend, size);
                foreach (Trial trial in Trials(target))
                {
                    string name = $"{trial.Mode}, {trial.Call}, {trial.Classes}, {backend}";
                    if (name.Contains(filter, StringComparison.OrdinalIgnoreCase))
                    {
                        Outcome outcome = Sampler.Measure(trial, samples, limit - Stopwatch.GetElapsedTime(start));
                        _all.Add((backend, outcome));
                        Console.WriteLine(string.Create(
                            CultureInfo.InvariantCulture,
                            $"{outcome.Result.T,8:F2}  {outcome.Median,6:F0}  {outcome.Difference,10:F3}  {outcome.Visible,7:F3}  {outcome.Repeats,5}  {outcome.Result.Cropping,-16}  {name}{(outcome.IsAsExpected ? "" : "  <<<")}"));
                    }
                }
            }
        }

        _time = Stopwatch.GetElapsedTime(start);
        _load = ReadLoad();
        Console.WriteLine();
        foreach (string line in Findings)
        {
            Console.WriteLine(line);
        }

        Console.WriteLine(Summary());
    }

    public string ToMarkdown()
    {
        StringBuilder text = new();
        Append($"* Processor: {MachineInfo.Processor}");
        Append($"* Runtime: {MachineInfo.Runtime} on {MachineInfo.System}{(MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}")}");
        Append($"* Date: {DateTime.UtcNow:yyyy-MM-dd}; plaintexts of {size} bytes; {_time.TotalSeconds:F0} s{_load}; command: `{command}`");
        Append($"* {Summary()}");
        foreach (string line in Findings)
        {
            Append($"* **{line}**");
        }

        Backend[] backends = [.. _all.Select(one => one.Backend).Distinct()];
        for (int i = 0; i < backends.Length; i++)
        {
            Append($"* {(char)('A' + i)}: {backends[i]}");
        }

        Table table = new(["call", "classes", .. backends.Select((_, i) => ((char)('A' + i)).ToString())]);
        foreach (IGrouping<(string, string Classes), (Backend Backend, Outcome Outcome)> row in
            _all.GroupBy(one => ($"{one.Outcome.Trial.Mode}, {one.Outcome.Trial.Call}", one.Outcome.Trial.Classes)))
        {
            table.Add([row.Key.Item1, row.Key.Classes, .. backends.Select(b => row.Where(one => one.Backend == b).Select(one => Cell(one.Outcome)).FirstOrDefault() ?? "")]);
        }

        return text.Append('\n').Append(table.ToMarkdown()).ToString();

        void Append(FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }

    private static IEnumerable<Trial> Trials(Target target)
    {
        foreach (Operation operation in target.Operations)
        {
            yield return new CallTrial(target, operation, keyVaries: true);
            if (operation.Input.Length > 0)
            {
                yield return new CallTrial(target, operation, keyVaries: false);
            }

            if (operation.CreateNearMiss is not null)
            {
                yield return new RefusedTrial(target, operation);
            }
        }

        if (target.Operations.FirstOrDefault(o => o.CreateNearMiss is not null) is { } refusing)
        {
            yield return new ControlTrial(target, refusing);
        }
    }

    /// <summary>How many processes wanted a processor on average, where Linux tells: more than this one is noise.</summary>
    private static string ReadLoad() =>
        File.Exists("/proc/loadavg")
            ? string.Create(CultureInfo.InvariantCulture, $", load {File.ReadAllText("/proc/loadavg").Split(' ')[1]} on {Environment.ProcessorCount} processors")
            : "";

    private static string Cell(Outcome outcome)
    {
        string cell = string.Create(CultureInfo.InvariantCulture, $"{Math.Abs(outcome.Result.T):F1} ({outcome.Visible:F2} of {outcome.Median:F0})");
        return outcome.IsAsExpected ? cell : $"**{cell}**";
    }

    private string Summary()
    {
        Outcome[] trials = [.. _all.Select(one => one.Outcome).Where(o => !o.Trial.IsControl)];
        Outcome[] controls = [.. _all.Select(one => one.Outcome).Where(o => o.Trial.IsControl)];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{trials.Count(o => o.IsAsExpected && o.Samples == samples)} of {trials.Length} trials below |t| = {WelchTest.Bound}, {controls.Count(o => o.IsAsExpected && o.Samples == samples)} of {controls.Length} controls above it; {samples:N0} samples each");
    }
}
