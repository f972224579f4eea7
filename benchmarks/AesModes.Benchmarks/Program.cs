using AesModes.Benchmarks.Ratios;
using AesModes.Benchmarks.Ratios.Further;
using AesModes.Benchmarks.Study;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace AesModes.Benchmarks;

internal static class Program
{
    private const int WrongArguments = 2;

    // In a child the first call is timed: its command line is read without the parser.
    private static int Main(string[] arguments) => arguments is [FirstCall.ChildCommand, ..] ? FirstCall.RunChild(arguments[1..]) : Run(arguments);

    private static int Run(string[] arguments)
    {
        // Windows' consoles have other characters unless they are asked.
        if (OperatingSystem.IsWindows())
        {
            Console.OutputEncoding = System.Text.Encoding.UTF8;
        }

        RootCommand root = new("Benchmarks. Without a command BenchmarkDotNet's, with its own arguments too: --job short, --filter *Encrypt*, …")
        {
            RatiosCommand.Create(),
            PublishedCommand.Create(),
            DeployedCommand.Create(),
            PlotDataCommand.Create(),
            StudyCommand.Create(),
        };
        Settings.AddTo(root);
        root.TreatUnmatchedTokensAsErrors = false;
        root.SetAction(RunBenchmarkDotNet);
        ParseResult result = root.Parse(arguments);
        try
        {
            int exitCode = result.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
            return result.Errors.Count > 0 ? WrongArguments : exitCode;
        }
        catch (UsageException e)
        {
            Console.Error.WriteLine(e.Message);
            return WrongArguments;
        }
    }

    private static int RunBenchmarkDotNet(ParseResult result)
    {
        Settings.Take(result);
        Libraries.ReportMissing();

        // Without a filter BenchmarkDotNet would ask which ones.
        IReadOnlyList<string> arguments = result.UnmatchedTokens;
        string[] all = arguments.Contains("--filter") || arguments.Contains("-f") || arguments.Contains("--list") ? [] : ["--filter", "*"];
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run([.. arguments, .. all], new BenchmarkConfig());
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}
