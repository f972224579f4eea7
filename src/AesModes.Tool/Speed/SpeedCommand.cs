using System.Globalization;

namespace AesModes.Tool.Speed;

/// <summary>Measures every mode on every backend and native AES-GCM in turns, and this machine's limits in the same run.</summary>
internal static class SpeedCommand
{
    private const int LargestMessage = 1 << 30;

    private static readonly int[] _sizes = [16, 256, 1024, 16384, 1 << 20];

    public static Command Create()
    {
        Option<string> algorithm = Parameters.OneOf("--algorithm", "The mode to measure.", [Parameters.All, .. Contest.Algorithms]);
        Option<int[]> sizes = Parameters.Numbers("--sizes", "The messages' sizes in bytes", 1, LargestMessage, _sizes);
        Option<int> keySize = Parameters.KeySize(256, 128, 256);
        Option<string> backend = Parameters.BackendNameOrAll();
        Option<int> seconds = Parameters.Number("--seconds", "The approximate duration in seconds; with fewer, figures are less certain", 30, 1, 3600);
        Option<bool> json = Parameters.Json();

        Command command = new("speed", "Measures every mode on every backend beside native AES-GCM. Example: aesmodes speed --algorithm aez --sizes 16,65536")
        {
            algorithm,
            sizes,
            keySize,
            backend,
            seconds,
            json,
        };
        command.SetAction(result =>
        {
            string name = result.GetRequiredValue(algorithm);
            SpeedResult measured = Measure(
                [.. result.ValueOr(sizes, _sizes).Order()],
                result.GetValue(keySize) / 8,
                name == Parameters.All ? Contest.Algorithms : [name],
                Parameters.FindAll(result.GetRequiredValue(backend)),
                TimeSpan.FromSeconds(result.GetValue(seconds)));
            Report.Print(measured, result.GetValue(json), SpeedReport.Print);
        });
        return command;
    }

    private static SpeedResult Measure(int[] sizes, int keySize, IReadOnlyList<string> algorithms, Backend[] backends, TimeSpan time)
    {
        // All messages are in memory at the same time, because all rows take turns.
        long needed = Contest.Memory(sizes, algorithms.Count, backends.Length);
        long available = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        if (needed > available)
        {
            throw new CommandFailure(string.Create(
                CultureInfo.InvariantCulture,
                $"These messages need {needed >> 20:N0} MiB of memory; this machine has {available >> 20:N0}. Use smaller --sizes, one --algorithm or one --backend."));
        }

        using Contest contest = new(sizes, keySize, algorithms, backends);
        using ProgressLine progress = new(time);
        return SpeedResult.Measure(contest, time, progress.Show);
    }
}

/// <summary>The progress of a measurement, if the error stream is a terminal. It is written between rounds, once a second: a thread that turns a spinner would be measured too.</summary>
internal sealed class ProgressLine(TimeSpan whole) : IDisposable
{
    private string _text = "";

    public void Show(TimeSpan elapsed)
    {
        string text = string.Create(CultureInfo.InvariantCulture, $"Measuring: {elapsed.TotalSeconds:F0} of {whole.TotalSeconds:F0} s");
        if (!Console.IsErrorRedirected && text != _text)
        {
            _text = text;
            Console.Error.Write($"\r{text}");
        }
    }

    /// <summary>Removes the line.</summary>
    public void Dispose()
    {
        if (_text.Length > 0)
        {
            Console.Error.Write($"\r{new string(' ', _text.Length)}\r");
        }
    }
}
