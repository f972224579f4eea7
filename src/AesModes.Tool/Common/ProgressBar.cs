using Spectre.Console;

namespace AesModes.Tool.Common;

/// <summary>A bar with rate and time left on the error stream while something long runs; nothing where that is no terminal.</summary>
internal static class ProgressBar
{
    /// <param name="description">What is done.</param>
    /// <param name="total">What the work's last report will be.</param>
    /// <param name="work">Reports how far it is.</param>
    /// <param name="columns">What stands behind the bar; bytes a second and the time left unless given.</param>
    public static void Run(string description, long total, Action<IProgress<long>> work, params ProgressColumn[] columns)
    {
        if (Console.IsErrorRedirected)
        {
            work(new Reporter(_ => { }));
            return;
        }

        ProgressColumn[] behind = columns is [] ? [new TransferSpeedColumn(), new RemainingTimeColumn()] : columns;
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
        Progress progress = console.Progress().AutoClear(true);

        // Each picture is garbage, and ten a second of them were a third of all memory.
        progress.RefreshRate = TimeSpan.FromSeconds(0.5);
        progress.Columns([new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), .. behind]).Start(context =>
        {
            ProgressTask task = context.AddTask(Markup.Escape(description), maxValue: Math.Max(1, total));
            work(new Reporter(value => task.Value = value));
        });
    }

    /// <summary>Unlike <see cref="Progress{T}"/>, on the caller's thread.</summary>
    private sealed class Reporter(Action<long> report) : IProgress<long>
    {
        public void Report(long value) => report(value);
    }
}
