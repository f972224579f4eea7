using AesModes.Benchmarks.Peers;
using AesModes.Benchmarks.Ratios;
using AesModes.Benchmarks.Ratios.Further;
using AesModes.Benchmarks.Study;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace AesModes.Benchmarks;

internal static class Program
{
    private const string Usage = """
        AesModes.Benchmarks ratios [gcm-siv] [aez] [face-ctr] [set-up] [first-call] [threads] [large] [pieces] [thresholds]
                    [--sizes 16,1024] [--key-size 128|256] [--rounds 100] [--check] [--json FILE] [--markdown] [--update FILE]
            every row of a comparison in one process in turn; without a name all comparisons, with --sizes the three modes'; --check holds them
            against their targets; --update writes the tables into those sections that the document has for them (more than one document: --update
            again)
        AesModes.Benchmarks ratios [names] --self-test
            checks the checks: rows that do half their work, peers with a wrong output, what is late, locked or done twice must be refused
        AesModes.Benchmarks published RESULTS [--update FILE]
            BenchmarkDotNet's results beside the 2018 package's
        AesModes.Benchmarks deployed NAME=PROGRAM … [--rounds 10] [--processes 15] [--update FILE]
            benchmarks/AesModes.Deployed as it was published in several ways, in turn (benchmarks/deployed)
        AesModes.Benchmarks plot-data JSON DIRECTORY
            the JSON of ratios as tables for gnuplot (benchmarks/plot)
        AesModes.Benchmarks face-study [--key-size 128,192,256] [--sizes 1024,40960] [--rounds 100] [--check] [--markdown] [--update FILE] [--self-test]
            FACE as its paper measured it, beside the paper's figures (docs/face.md)
        AesModes.Benchmarks [--sizes 16,1024] [--key-size 128|256] [BenchmarkDotNet's arguments: --job short, --filter *Encrypt*, …]
        """;

    private static int Main(string[] arguments)
    {
        try
        {
            string[] rest = arguments is ["face-study" or "deployed", ..] ? arguments : Settings.Take(arguments);
            switch (rest.FirstOrDefault())
            {
                case "ratios" or "published" or "plot-data" or "face-study" or "deployed" when rest.Contains("--help"):
                case "--help" or "-h":
                    Console.WriteLine(Usage);
                    return 0;
                case FirstCall.ChildCommand:
                    return FirstCall.RunChild(rest[1..]);
                case "ratios":
                    return RatiosCommand.Run(rest[1..]);
                case "plot-data":
                    return PlotDataCommand.Run(rest[1..]);
                case "published":
                    return PublishedCommand.Run(rest[1..]);
                case "deployed":
                    return DeployedCommand.Run(rest[1..]);
                case "face-study":
                    return StudyCommand.Run(rest[1..]);
                default:
                    return RunBenchmarkDotNet(rest);
            }
        }
        catch (UsageException e)
        {
            Console.Error.WriteLine(e.Message);
            Console.Error.WriteLine(Usage);
            return 2;
        }
    }

    private static int RunBenchmarkDotNet(string[] arguments)
    {
        Libraries.ReportMissing();

        // Without a filter BenchmarkDotNet would ask which ones.
        string[] all = arguments.Contains("--filter") || arguments.Contains("-f") || arguments.Contains("--list") ? [] : ["--filter", "*"];
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run([.. arguments, .. all], new BenchmarkConfig());
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}
