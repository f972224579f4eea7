extern alias old;
using System.Diagnostics;
using System.Globalization;
using AesModes.Against;

// The library of the working tree against one of another commit (benchmarks/against builds both).
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args is ["--first-call", string library, string mode])
{
    // Nothing of the library has run in this process before.
    Action call = Rows.FirstCall(library == "old", mode);
    long begin = Stopwatch.GetTimestamp();
    call();
    Console.WriteLine(Stopwatch.GetElapsedTime(begin).TotalMilliseconds);
    return 0;
}

if (args is ["--measure", string seed, string count, string rows])
{
    Random random = new(int.Parse(seed, CultureInfo.InvariantCulture));
    Placement.Shift(random);
    foreach (Row row in Rows.All.Where(row => row.Name.StartsWith(rows, StringComparison.Ordinal)))
    {
        Placement.Shift(random);
        (double Old, double New, double Speed) result = row.Compare(int.Parse(count, CultureInfo.InvariantCulture));
        Console.WriteLine($"{row.Name}\t{result.Old}\t{result.New}\t{result.Speed}");
    }

    return 0;
}

int processes = Number("--processes", 8);
int rounds = Number("--rounds", 150);
int firstCalls = Number("--first-calls", 15);
Dictionary<string, List<double[]>> results = [];
for (int i = 0; i < processes; i++)
{
    foreach (string line in Start("--measure", $"{i}", $"{rounds}", Text("--rows", "")).Split('\n', StringSplitOptions.RemoveEmptyEntries))
    {
        string[] fields = line.Split('\t');
        if (!results.TryGetValue(fields[0], out List<double[]>? list))
        {
            results.Add(fields[0], list = []);
        }

        list.Add([.. fields[1..].Select(field => double.Parse(field, CultureInfo.InvariantCulture))]);
    }
}

Console.WriteLine($"Medians of {processes} processes; in each, code lies elsewhere. Speed: of the new library against the old one, median of {rounds} rounds; from and to: its quartiles.");
Console.WriteLine($"{"call",-40}{"old, ns",12}{"new, ns",12}{"speed",9}{"from",9}{"to",9}");
foreach ((string name, List<double[]> values) in results)
{
    List<double> speeds = [.. values.Select(value => value[2])];
    Console.WriteLine($"{name,-40}{Median([.. values.Select(v => v[0])]),12:F1}{Median([.. values.Select(v => v[1])]),12:F1}{Median(speeds),9:F3}{speeds.Order().ElementAt(processes / 4),9:F3}{speeds.Order().ElementAt(3 * processes / 4),9:F3}");
}

Console.WriteLine($"lowest: {results.Values.Min(values => Median([.. values.Select(value => value[2])])):F3}");
foreach (string name in Rows.Modes)
{
    List<double> before = [];
    List<double> after = [];
    for (int i = 0; i < firstCalls; i++)
    {
        (i % 2 == 0 ? before : after).Add(FirstCall(i % 2 == 0, name));
        (i % 2 == 0 ? after : before).Add(FirstCall(i % 2 != 0, name));
    }

    Console.WriteLine($"first call, {name}, 16 bytes: old {Median(before):F2} ms, new {Median(after):F2} ms, speed {Median(before) / Median(after):F3}");
}

return 0;

static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

static string Start(params string[] arguments)
{
    ProcessStartInfo start = new(Environment.ProcessPath!, [Environment.GetCommandLineArgs()[0], .. arguments]) { RedirectStandardOutput = true };

    // The JIT optimises what is called often without waiting for a pause.
    start.Environment["DOTNET_TC_CallCountingDelayMs"] = arguments[0] == "--measure" ? "0" : null;
    using Process process = Process.Start(start)!;
    return process.StandardOutput.ReadToEnd();
}

static double FirstCall(bool isOld, string mode) => double.Parse(Start("--first-call", isOld ? "old" : "new", mode), CultureInfo.InvariantCulture);

string Text(string option, string otherwise) => Array.IndexOf(args, option) is >= 0 and int at && at + 1 < args.Length ? args[at + 1] : otherwise;

int Number(string option, int otherwise) => Text(option, "") is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;
