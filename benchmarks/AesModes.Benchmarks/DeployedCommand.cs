using System.Diagnostics;
using System.Globalization;
using System.Text;
using AesModes.Benchmarks.Ratios;
using AesModes.Tool.Common;

namespace AesModes.Benchmarks;

/// <summary>
/// <c>deployed</c>: runs one program that was published in several ways, each in turn, and compares their times. <c>benchmarks/deployed</c> publishes them.
/// </summary>
internal static class DeployedCommand
{
    /// <summary>All figures: benchmarks/results/zen4.md.</summary>
    private const string FullSection = "deployed";

    /// <summary>The few that decide how to publish: docs/deploying.md.</summary>
    private const string BriefSection = "deploying";

    private static readonly string[] _modes = ["AES-GCM-SIV", "AEZ", "AES-CTR", "AesGcm"];
    private static readonly int[] _sizes = [16, 1024, 65536];
    private static readonly string[] _software = ["--software"];

    public static Command Create()
    {
        Argument<string[]> programs = new("NAME=PROGRAM") { Description = "A published program.", Arity = ArgumentArity.OneOrMore };
        Option<int> rounds = Parameters.Number("--rounds", "In each of them every program runs once", 10, 1, 1_000_000);
        Option<int> processes = Parameters.Number("--processes", "For the first use", 15, 1, 1_000_000);
        Option<string[]> update = new("--update") { Description = "Write the sections of this document; may be repeated.", HelpName = "FILE" };
        Command command = new("deployed", "benchmarks/AesModes.Deployed as it was published in several ways, in turn (benchmarks/deployed).")
        {
            programs,
            rounds,
            processes,
            update,
        };
        command.SetAction(result => Run(
            [.. result.GetRequiredValue(programs).Select(Find)],
            result.GetValue(rounds),
            result.GetValue(processes),
            result.GetValue(update)!,
            string.Join(' ', result.Tokens.Skip(1).Select(token => token.Value).Where(text => !result.GetRequiredValue(programs).Contains(text)).Prepend("benchmarks/deployed"))));
        return command;
    }

    private static Program Find(string argument) => argument.Split('=', 2) is [string name, string file] && File.Exists(file)
        ? new Program(name, file)
        : throw new UsageException($"'{argument}' is not NAME=FILE of a published program; benchmarks/deployed makes them.");

    private static void Run(List<Program> programs, int rounds, int processes, string[] documents, string command)
    {
        foreach (Program program in programs)
        {
            Console.Error.WriteLine($"{program.Name}: {program.Start("backend").Trim()}");
            if (program.Start("backend", _software).Trim() != "software")
            {
                throw new UsageException($"{program.Name} does not take --software.");
            }
        }

        Measure(programs, rounds, processes);
        string origin = $"""
            * Processor: {MachineInfo.Processor}
            * Runtime: {MachineInfo.Runtime} on {MachineInfo.System}
            * Date: {Report.Today}; the best of {rounds} rounds with each program in turn; for first use, the median of {processes} processes; command: `{command}`

            """;
        string full = origin + CreateFull(programs);
        Console.WriteLine(full);
        foreach ((string section, string text) in ((string, string)[])[(FullSection, full), (BriefSection, origin + CreateBrief(programs))])
        {
            foreach (string document in documents.Where(document => Document.Has(document, section)))
            {
                Document.Update(document, section, text);
            }
        }
    }

    private static void Measure(List<Program> programs, int rounds, int processes)
    {
        // The first round of each reads the programs from disk for all that follow.
        for (int round = -1; round < processes; round++)
        {
            Console.Error.WriteLine($"first use, {round + 1} of {processes} …");
            foreach (string mode in _modes)
            {
                foreach (Program program in programs)
                {
                    double nanoseconds = double.Parse(program.Start("first", mode), CultureInfo.InvariantCulture);
                    if (round >= 0)
                    {
                        program.First[mode].Add(nanoseconds);
                    }
                }
            }
        }

        for (int round = 0; round < rounds; round++)
        {
            Console.Error.WriteLine($"throughput, {round + 1} of {rounds} …");
            foreach (bool software in (bool[])[false, true])
            {
                foreach (Program program in programs)
                {
                    program.ReadThroughputs(software);
                }
            }
        }
    }

    private static string CreateFull(List<Program> programs)
    {
        StringBuilder text = new();
        foreach (string mode in _modes)
        {
            // The framework's mode has no other backend.
            bool isOurs = mode != _modes[^1];
            Table table = CreateTable(programs, [.. Throughputs(programs[0], mode, false), .. isOurs ? Throughputs(programs[0], mode, true) : []]);
            _ = text.Append($"\n#### {(isOurs ? mode : $"{mode}, of the framework")}: Encrypt, ns\n\n").Append(table.ToMarkdown());
        }

        Table first = CreateTable(programs, _modes.Select(mode => FirstUse(mode, mode)));
        return text.Append("\n#### First use: a constructor and one Encrypt of 16 bytes in a new process, ms\n\n").Append(first.ToMarkdown()).ToString();
    }

    private static string CreateBrief(List<Program> programs)
    {
        IEnumerable<Column<Program>> microseconds =
            from software in (bool[])[false, true]
            from mode in _modes[..^1]
            select new Column<Program>($"{(software ? "software: " : "")}{mode}, µs", null, program => program.Best[(mode, _sizes[^1], software)] / 1e3, "F1");
        return $"\n{CreateTable(programs, [.. microseconds, FirstUse("first use, ms", _modes[0])]).ToMarkdown()}";
    }

    private static Table CreateTable(List<Program> programs, IEnumerable<Column<Program>> columns) => Tables.Create(programs, [new("", null, program => program.Name), .. columns]);

    private static IEnumerable<Column<Program>> Throughputs(Program jit, string mode, bool software)
    {
        (string, int, bool) last = (mode, _sizes[^1], software);
        return
        [
            .. _sizes.Select(size => new Column<Program>(
                $"{(software ? "software, " : "")}{(size < 1024 ? $"{size} B" : $"{size / 1024} KiB")}", null, program => program.Best[(mode, size, software)], "N0")),
            new("× the JIT's time at 64 KiB", null, program => program.Best[last] / jit.Best[last], "F2"),
        ];
    }

    private static Column<Program> FirstUse(string header, string mode) => new(header, null, program => program.First[mode].Median / 1e6, "F3");

    private sealed record Program(string Name, string File)
    {
        /// <summary>Nanoseconds, by mode, size and whether it is software.</summary>
        public Dictionary<(string Mode, int Bytes, bool Software), double> Best { get; } = [];

        public Dictionary<string, Samples> First { get; } = _modes.ToDictionary(mode => mode, _ => new Samples());

        public void ReadThroughputs(bool software)
        {
            foreach (string[] words in Start("throughput", software ? _software : []).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' ')))
            {
                (string, int, bool) key = (words[0], int.Parse(words[1], CultureInfo.InvariantCulture), software);
                Best[key] = Math.Min(double.Parse(words[2], CultureInfo.InvariantCulture), Best.GetValueOrDefault(key, double.MaxValue));
            }
        }

        public string Start(string command, params string[] more)
        {
            using Process process = Process.Start(new ProcessStartInfo(File, [command, .. more]) { RedirectStandardOutput = true })!;
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? output : throw new InvalidOperationException($"{Name}: {command} ended with {process.ExitCode}.");
        }
    }
}
