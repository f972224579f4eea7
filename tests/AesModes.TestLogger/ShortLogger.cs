using System.Diagnostics;
using System.Globalization;
using Microsoft.VisualStudio.TestPlatform.ObjectModel;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Client;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

namespace AesModes.TestLogger;

/// <summary>
/// Prints the progress of <c>dotnet test</c> and, at the end, the tests' reports, the skips by reason and the failures. tests/short.runsettings selects it instead of a line
/// per test. VSTest's own logger adds the line with the counts.
/// </summary>
[FriendlyName("short")]
[ExtensionUri("logger://AesModes/short")]
public sealed class ShortLogger : ITestLogger
{
    /// <summary>Further failures are only named: the first ones show the cause.</summary>
    private const int FailuresInFull = 50;

    private const int LinesOfMessage = 12;
    private const int LinesOfStack = 3;

    private readonly Lock _gate = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly RunMessages _messages = new();
    private readonly Dictionary<string, int> _skips = new(StringComparer.Ordinal);
    private readonly List<TestResult> _failures = [];
    private int _passed;
    private int _skipped;

    // The intervals triple, so that a long run prints little more than a short one.
    private TimeSpan _nextProgress = TimeSpan.FromMinutes(1);

    public void Initialize(TestLoggerEvents events, string testRunDirectory)
    {
        ArgumentNullException.ThrowIfNull(events);
        events.TestRunMessage += (_, e) => Add(e);
        events.TestResult += (_, e) => Add(e.Result);
        events.TestRunComplete += (_, e) => Complete(e);
    }

    private void Add(TestRunMessageEventArgs message)
    {
        lock (_gate)
        {
            _messages.Add(message.Level, message.Message);
        }
    }

    private void Add(TestResult result)
    {
        lock (_gate)
        {
            switch (result.Outcome)
            {
                case TestOutcome.Passed:
                    _passed++;
                    break;
                case TestOutcome.Failed:
                    _failures.Add(result);
                    break;
                default:
                    _skipped++;
                    string reason = Reason(result);
                    _skips[reason] = _skips.GetValueOrDefault(reason) + 1;
                    break;
            }

            if (_clock.Elapsed >= _nextProgress)
            {
                _nextProgress *= 3;
                Console.WriteLine($"after {Minutes(_clock.Elapsed)}: {Counts()}");
            }
        }
    }

    private void Complete(TestRunCompleteEventArgs run)
    {
        lock (_gate)
        {
            // A line about a single test, such as a seed, helps only if a test failed.
            foreach (string report in _messages.Reports.Where(report => _failures.Count > 0 || report.Contains('\n', StringComparison.Ordinal)))
            {
                Console.WriteLine();
                Console.WriteLine(report);
            }

            if (_skips.Count > 0)
            {
                Console.WriteLine();
                Console.WriteLine("Skipped, and why:");
                foreach ((string reason, int count) in ByReason().OrderByDescending(skip => skip.Count).ThenBy(skip => skip.Reason, StringComparer.Ordinal))
                {
                    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{count,6} {reason}"));
                }
            }

            PrintFailures();
            PrintErrors(run);
        }
    }

    /// <summary>Counts skips by reason. A reason of the form "NAME: reason" counts without the name.</summary>
    private IEnumerable<(string Reason, int Count)> ByReason() =>
        from skip in _skips
        group skip by skip.Key[(skip.Key.LastIndexOf(": ", StringComparison.Ordinal) is >= 0 and int at ? at + 2 : 0)..] into same
        select (same.Count() > 1 ? same.Key : same.First().Key, same.Sum(skip => skip.Value));

    private void PrintFailures()
    {
        if (_failures.Count == 0)
        {
            return;
        }

        Console.WriteLine();
        Console.WriteLine("Failed:");
        foreach ((int index, TestResult failure) in _failures.Index())
        {
            Console.WriteLine($"  {failure.DisplayName ?? failure.TestCase.DisplayName}");
            if (index < FailuresInFull)
            {
                PrintMessage(failure.ErrorMessage);
                PrintFrames(failure.ErrorStackTrace);

                // What the test printed, such as the seed of its cases.
                foreach (TestResultMessage output in failure.Messages.Where(message => message.Category == TestResultMessage.StandardOutCategory))
                {
                    PrintMessage(output.Text);
                }
            }
        }
    }

    /// <summary>Errors outside a test: a crash of the process, a fixture that threw, or a filter that matches nothing.</summary>
    private void PrintErrors(TestRunCompleteEventArgs run)
    {
        foreach (string warning in _messages.Warnings)
        {
            Console.WriteLine();
            Console.WriteLine($"Warning: {warning}");
        }

        foreach (string error in _messages.Errors)
        {
            Console.WriteLine();
            Console.WriteLine($"Error: {error}");
        }

        if (_passed + _failures.Count + _skipped == 0)
        {
            Console.WriteLine();
            Console.WriteLine("No test ran.");
        }

        if (run.IsAborted || run.IsCanceled || run.Error is not null)
        {
            Console.WriteLine();
            Console.WriteLine($"The run did not finish. {run.Error?.Message}".TrimEnd());
        }
    }

    private static void PrintMessage(string? message)
    {
        string[] lines = Lines(message);
        foreach (string line in lines.Take(LinesOfMessage))
        {
            Console.WriteLine($"    {line}");
        }

        if (lines.Length > LinesOfMessage)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"    … and {lines.Length - LinesOfMessage} more lines"));
        }
    }

    /// <summary>Omits frames without a source file: they are the framework's.</summary>
    private static void PrintFrames(string? stack)
    {
        foreach (string frame in Lines(stack).Where(line => line.Contains(" in ", StringComparison.Ordinal)).Take(LinesOfStack))
        {
            Console.WriteLine($"    {frame}");
        }
    }

    private static string[] Lines(string? text) => (text ?? string.Empty).ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private string Counts() => string.Create(CultureInfo.InvariantCulture, $"{_passed:N0} passed, {_failures.Count:N0} failed, {_skipped:N0} skipped");

    private static string Minutes(TimeSpan time) => $"{(int)time.TotalMinutes} min {time.Seconds} s";

    private static string Reason(TestResult result) =>
        string.IsNullOrWhiteSpace(result.ErrorMessage) ? "no reason given" : result.ErrorMessage.Trim().ReplaceLineEndings(" ");
}
