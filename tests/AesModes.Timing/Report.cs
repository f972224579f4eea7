using System.Diagnostics;
using System.Text;
using AesModes.Backends;
using AesModes.Benchmarks;
using AesModes.Measuring;

namespace AesModes.Timing;

/// <summary>Runs the trials, prints each result, and collects all in a table. This program has only the invariant culture, so numbers need no format provider.</summary>
internal sealed class Report(int samples, int size, string command)
{
    /// <summary>The table's section in the document.</summary>
    public const string Section = "timing";

    private static readonly Func<Backend, int, Target>[] _targets =
    [
        (backend, size) => new GcmSivTarget(backend, size),
        (backend, size) => new AezTarget(backend, size),
        (backend, size) => new SealedAezTarget(backend, size),
        (backend, size) => new FaceCtrTarget(backend, size),
    ];

    private readonly List<Outcome> _all = [];

    private TimeSpan _time;

    private string _load = "";

    /// <summary>Whether only the controls exceed the bound, all controls do, and every trial has enough samples.</summary>
    public bool IsAsExpected => _all.Count > 0 && Findings.Length == 0;

    /// <summary>The unexpected results.</summary>
    private string[] Findings =>
    [
        .. from one in _all
           where !one.IsAsExpected
           let what = double.IsNaN(one.Result.T) ? "no result" : one.Trial.IsControl ? "control not noticed" : "exceeded"
           select $"{one.Trial}: {what}, t = {one.Result.T:F2} ({one.Result.Cropping}), {one.Difference:F3} ns of {one.Median:F0} ns a call",
        .. _all.Where(one => one.Samples < samples).Select(one => $"{one.Trial.Row}, {one.Trial.Target.Backend}: only {one.Samples:N0} samples"),
    ];

    public void Run(IEnumerable<Backend> backends, string filter, TimeSpan limit)
    {
        long start = Stopwatch.GetTimestamp();
        Console.WriteLine($"{"t",8}  {"ns",6}  {"difference",10}  {"visible",7}  {"calls",5}  {"cropping",-16}");
        foreach ((Backend backend, Func<Backend, int, Target> create) in backends.SelectMany(_ => _targets, (backend, create) => (backend, create)))
        {
            using Target target = create(backend, size);
            foreach (Trial trial in Trials(target).Where(trial => trial.ToString().Contains(filter, StringComparison.OrdinalIgnoreCase)))
            {
                Outcome one = Sampler.Measure(trial, samples, limit - Stopwatch.GetElapsedTime(start));
                _all.Add(one);
                Console.WriteLine($"{one.Result.T,8:F2}  {one.Median,6:F0}  {one.Difference,10:F3}  {one.Visible,7:F3}  {one.Repeats,5}  {one.Result.Cropping,-16}  {trial}{(one.IsAsExpected ? "" : "  <<<")}");
            }
        }

        _time = Stopwatch.GetElapsedTime(start);
        _load = ReadLoad();
        Console.WriteLine();
        foreach (string line in Findings.Append(Summary()))
        {
            Console.WriteLine(line);
        }
    }

    public string ToMarkdown()
    {
        Backend[] backends = [.. _all.Select(one => one.Trial.Target.Backend).Distinct()];
        string[] letters = [.. backends.Select((_, i) => $"{(char)('A' + i)}")];
        string[] lines =
        [
            $"Processor: {MachineInfo.Processor}",
            $"Runtime: {MachineInfo.Runtime} on {MachineInfo.System}{(MachineInfo.Switches.Length == 0 ? "" : $"; {MachineInfo.Switches}")}",
            $"Date: {DateTime.UtcNow:yyyy-MM-dd}; plaintexts of {size} bytes; {_time.TotalSeconds:F0} s{_load}; command: `{command}`",
            Summary(),
            .. Findings.Select(line => $"**{line}**"),
            .. backends.Zip(letters, (backend, letter) => $"{letter}: {backend}"),
        ];
        Table table = new(["call", "classes", .. letters]);
        foreach (IGrouping<(string Row, string Classes), Outcome> row in _all.GroupBy(one => (one.Trial.Row, one.Trial.Classes)))
        {
            table.Add([row.Key.Row, row.Key.Classes, .. backends.Select(backend => Cell(row.FirstOrDefault(one => one.Trial.Target.Backend == backend)))]);
        }

        return new StringBuilder().AppendJoin("", lines.Select(line => $"* {line}\n")).Append('\n').Append(table.ToMarkdown()).ToString();
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

    /// <summary>The average number of processes that wanted a processor, if Linux reports it. Above one, other processes add noise.</summary>
    private static string ReadLoad() =>
        File.Exists("/proc/loadavg") ? $", load {File.ReadAllText("/proc/loadavg").Split(' ')[1]} on {Environment.ProcessorCount} processors" : "";

    private static string Cell(Outcome? outcome)
    {
        string cell = outcome is null ? "" : $"{Math.Abs(outcome.Result.T):F1} ({outcome.Visible:F2} of {outcome.Median:F0})";
        return outcome?.IsAsExpected == false ? $"**{cell}**" : cell;
    }

    private string Summary()
    {
        string Count(bool isControl) =>
            $"{_all.Count(one => one.Trial.IsControl == isControl && one.IsAsExpected && one.Samples == samples)} of {_all.Count(one => one.Trial.IsControl == isControl)}";
        return $"{Count(isControl: false)} trials below |t| = {WelchTest.Bound}, {Count(isControl: true)} controls above it; {samples:N0} samples each";
    }
}
