using System.CommandLine;
using System.Diagnostics;
using System.Globalization;

namespace AesModes.Against;

/// <summary>What benchmarks/against runs: starts the processes that measure and prints what they found.</summary>
internal static class AgainstCommand
{
    public static RootCommand Create()
    {
        Option<string> rows = new("--rows") { Description = "Only calls whose name begins with this.", HelpName = "BEGINNING", DefaultValueFactory = _ => "" };
        Option<int> processes = new("--processes") { Description = "In each, code and buffers lie elsewhere.", HelpName = "N", DefaultValueFactory = _ => 8 };
        Option<int> rounds = new("--rounds") { Description = "Of each process.", HelpName = "N", DefaultValueFactory = _ => 150 };
        Option<int> firstCalls = new("--first-calls") { Description = "Processes for each mode's first call.", HelpName = "N", DefaultValueFactory = _ => 15 };
        RootCommand root = new("The library of the working tree against the one of another commit.") { rows, processes, rounds, firstCalls };
        root.SetAction(result => Compare(
            result.GetRequiredValue(rows), result.GetValue(processes), result.GetValue(rounds), result.GetValue(firstCalls)));
        return root;
    }

    private static void Compare(string rows, int processes, int rounds, int firstCalls)
    {
        ILookup<string, double[]> results = Enumerable.Range(0, processes)
            .SelectMany(i => Start("--measure", $"{i}", $"{rounds}", rows).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            .Select(line => line.Split('\t'))
            .ToLookup(fields => fields[0], fields => fields[1..].Select(field => double.Parse(field, CultureInfo.InvariantCulture)).ToArray());
        Console.WriteLine($"Medians of {processes} processes; in each, code and buffers lie elsewhere. Speed: of the new library against the old one, median of {rounds} rounds; from and to: its quartiles.");
        Console.WriteLine($"{"call",-40}{"old, ns",12}{"new, ns",12}{"speed",9}{"from",9}{"to",9}");
        foreach (IGrouping<string, double[]> values in results)
        {
            double[] speeds = [.. values.Select(value => value[2]).Order()];
            Console.Write($"{values.Key,-40}{Median(values.Select(value => value[0])),12:F1}{Median(values.Select(value => value[1])),12:F1}");
            Console.WriteLine($"{Median(speeds),9:F3}{speeds[processes / 4],9:F3}{speeds[3 * processes / 4],9:F3}");
        }

        Console.WriteLine($"lowest: {results.Min(values => Median(values.Select(value => value[2]))):F3}");
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
    }

    private static double Median(IEnumerable<double> values) => values.Order().ElementAt(values.Count() / 2);

    private static string Start(params string[] arguments)
    {
        ProcessStartInfo start = new(Environment.ProcessPath!, [Environment.GetCommandLineArgs()[0], .. arguments]) { RedirectStandardOutput = true };

        // The JIT optimises what is called often without waiting for a pause.
        start.Environment["DOTNET_TC_CallCountingDelayMs"] = arguments[0] == "--measure" ? "0" : null;
        using Process process = Process.Start(start)!;
        return process.StandardOutput.ReadToEnd();
    }

    private static double FirstCall(bool isOld, string mode) => double.Parse(Start("--first-call", isOld ? "old" : "new", mode), CultureInfo.InvariantCulture);
}
