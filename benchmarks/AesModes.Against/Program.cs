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

int rounds = Number("--rounds", 400);
int firstCalls = Number("--first-calls", 15);
Console.WriteLine($"{"call",-40}{"old, ns",12}{"new, ns",12}{"speed",9}{"median",9}   (speed: new against old, of the best rounds; median: of all rounds)");
List<double> speeds = [];
foreach (Row row in Rows.All)
{
    (double Old, double New, double Median) result = row.Compare(rounds);
    speeds.Add(result.Old / result.New);
    Console.WriteLine($"{row.Name,-40}{result.Old,12:F1}{result.New,12:F1}{result.Old / result.New,9:F3}{result.Median,9:F3}");
}

Console.WriteLine($"lowest: {speeds.Min():F3}");
foreach (string name in Rows.Modes)
{
    List<double> before = [];
    List<double> after = [];
    for (int i = 0; i < firstCalls; i++)
    {
        (i % 2 == 0 ? before : after).Add(Start(i % 2 == 0, name));
        (i % 2 == 0 ? after : before).Add(Start(i % 2 != 0, name));
    }

    Console.WriteLine($"first call, {name}, 16 bytes: old {Median(before):F2} ms, new {Median(after):F2} ms, speed {Median(before) / Median(after):F3}");
}

return 0;

static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

static double Start(bool isOld, string mode)
{
    using Process process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [Environment.GetCommandLineArgs()[0], "--first-call", isOld ? "old" : "new", mode]) { RedirectStandardOutput = true })!;
    return double.Parse(process.StandardOutput.ReadToEnd(), CultureInfo.InvariantCulture);
}

int Number(string option, int otherwise) =>
    Array.IndexOf(args, option) is >= 0 and int at && at + 1 < args.Length ? int.Parse(args[at + 1], CultureInfo.InvariantCulture) : otherwise;
