using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using AesModes.Benchmarks.Ratios;
using AesModes.Measuring;
using AesModes.Tool.Common;

namespace AesModes.Benchmarks;

/// <summary>
/// <c>deployed</c>: runs one program that was published in several ways, each in turn, and compares their times. <c>benchmarks/deployed</c> publishes them.
/// </summary>
internal static class DeployedCommand
{
    /// <summary>All figures: docs/benchmarks.md.</summary>
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
            string[] backends = [program.Start("backend").Trim(), program.Start("backend", _software).Trim()];
            if (backends[1] != "software")
            {
                throw new UsageException($"{program.Name} does not take --software.");
            }

            Console.Error.WriteLine($"{program.Name}: {backends[0]}");
        }

        Measure(programs, rounds, processes);
        string origin = $"""
            * Processor: {MachineInfo.Processor}
            * Runtime: {MachineInfo.Runtime} on {MachineInfo.System}
            * Date: {Report.Today}; the best of {rounds} rounds in which each program ran in turn, first use medians of {processes} processes; command: `{command}`

            """;
        string full = origin + CreateFull(programs);
        Console.WriteLine(full);
        foreach (string document in documents)
        {
            foreach ((string section, string text) in ((string, string)[])[(FullSection, full), (BriefSection, origin + CreateBrief(programs))])
            {
                if (Document.Has(document, section))
                {
                    Document.Update(document, section, text);
                }
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
                    foreach (string line in program.Start("throughput", software ? _software : []).Split('\n', StringSplitOptions.RemoveEmptyEntries))
                    {
                        string[] words = line.Split(' ');
                        (string, int, bool) key = (words[0], int.Parse(words[1], CultureInfo.InvariantCulture), software);
                        double nanoseconds = double.Parse(words[2], CultureInfo.InvariantCulture);
                        program.Best[key] = Math.Min(nanoseconds, program.Best.GetValueOrDefault(key, double.MaxValue));
                    }
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
            bool hasSoftware = mode != _modes[^1];
            string[] header = ["", .. _sizes.Select(Bytes), "× the JIT's time at 64 KiB"];
            Table table = new([.. header, .. hasSoftware ? [.. _sizes.Select(size => $"software, {Bytes(size)}"), "× the JIT's time at 64 KiB"] : (string[])[]]);
            foreach (Program program in programs)
            {
                table.Add([program.Name, .. Cells(programs[0], program, mode, false), .. hasSoftware ? Cells(programs[0], program, mode, true) : []]);
            }

            _ = text.Append(CultureInfo.InvariantCulture, $"\n#### {(hasSoftware ? mode : $"{mode}, of the framework")}: Encrypt, ns\n\n").Append(table.ToMarkdown());
        }

        Table first = new(["", .. _modes]);
        foreach (Program program in programs)
        {
            first.Add([program.Name, .. _modes.Select(mode => Milliseconds(program.First[mode]))]);
        }

        return text.Append("\n#### First use: a constructor and one Encrypt of 16 bytes in a new process, ms\n\n").Append(first.ToMarkdown()).ToString();
    }

    private static string CreateBrief(List<Program> programs)
    {
        string[] own = _modes[..^1];
        Table table = new(["", .. own.Select(mode => $"{mode}, µs"), .. own.Select(mode => $"software: {mode}, µs"), "first use, ms"]);
        foreach (Program program in programs)
        {
            table.Add([
                program.Name,
                .. own.Select(mode => Microseconds(program.Best[(mode, _sizes[^1], false)])),
                .. own.Select(mode => Microseconds(program.Best[(mode, _sizes[^1], true)])),
                Milliseconds(program.First[own[0]])]);
        }

        return $"\n{table.ToMarkdown()}";
    }

    private static IEnumerable<string> Cells(Program jit, Program program, string mode, bool software)
    {
        foreach (int size in _sizes)
        {
            yield return program.Best[(mode, size, software)].ToString("N0", CultureInfo.InvariantCulture);
        }

        (string, int, bool) last = (mode, _sizes[^1], software);
        yield return (program.Best[last] / jit.Best[last]).ToString("F2", CultureInfo.InvariantCulture);
    }

    private static string Bytes(int size) => size < 1024 ? $"{size} B" : $"{size / 1024} KiB";

    private static string Microseconds(double nanoseconds) => (nanoseconds / 1e3).ToString("F1", CultureInfo.InvariantCulture);

    private static string Milliseconds(Samples samples) => (samples.Median / 1e6).ToString("F3", CultureInfo.InvariantCulture);

    private sealed record Program(string Name, string File)
    {
        /// <summary>Nanoseconds, by mode, size and whether it is software.</summary>
        public Dictionary<(string Mode, int Bytes, bool Software), double> Best { get; } = [];

        public Dictionary<string, Samples> First { get; } = _modes.ToDictionary(mode => mode, _ => new Samples());

        public string Start(string command, params string[] more)
        {
            using Process process = Process.Start(new ProcessStartInfo(File, [command, .. more]) { RedirectStandardOutput = true })!;
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? output : throw new InvalidOperationException($"{Name}: {command} ended with {process.ExitCode}.");
        }
    }
}
