using Spectre.Console;

namespace AesModes.Tool.Common;

/// <summary>A progress bar on the error stream; none if that is not a terminal.</summary>
internal static class ProgressBar
{
    /// <summary>Shows the rate and the remaining time too.</summary>
    public static void RunBytes(string description, long total, Action<IProgress<long>> work) =>
        Run(description, total, work, new TransferSpeedColumn(), new RemainingTimeColumn());

    /// <summary>The columns follow the bar. The work reports its progress, up to the total.</summary>
    public static void Run(string description, long total, Action<IProgress<long>> work, params ProgressColumn[] columns)
    {
        if (Console.IsErrorRedirected)
        {
            work(new Reporter(_ => { }));
            return;
        }

        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
        Progress progress = console.Progress().AutoClear(true);

        // Each frame is garbage, and ten frames per second were a large part of all allocated memory.
        progress.RefreshRate = TimeSpan.FromSeconds(0.5);
        progress.Columns([new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), .. columns]).Start(context =>
        {
            ProgressTask task = context.AddTask(Markup.Escape(description), maxValue: Math.Max(1, total));
            work(new Reporter(value => task.Value = value));
        });
    }

    /// <summary>Unlike <see cref="Progress{T}"/>, it reports on the caller's thread.</summary>
    private sealed class Reporter(Action<long> report) : IProgress<long>
    {
        public void Report(long value) => report(value);
    }
}
