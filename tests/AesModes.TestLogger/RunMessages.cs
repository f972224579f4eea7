using System.Text.RegularExpressions;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

namespace AesModes.TestLogger;

/// <summary>The messages of a run that are not a test's result. Omits xunit's messages that repeat a skip or a failure.</summary>
internal sealed partial class RunMessages
{
    // Whether the previous lines belong to an error: its first line names it, and details follow at another level.
    private bool _inError;

    /// <summary>Reports about the whole run, which tests send as xunit's diagnostic messages.</summary>
    public List<string> Reports { get; } = [];

    public List<string> Errors { get; } = [];

    /// <summary>For example, that no test matches a filter. VSTest's own logger omits warnings when it is quiet.</summary>
    public List<string> Warnings { get; } = [];

    public void Add(TestMessageLevel level, string message)
    {
        if (Repeated().IsMatch(message))
        {
            _inError = false;
        }
        else if (Diagnostic().Match(message) is { Success: true } diagnostic)
        {
            Reports.Add(message[diagnostic.Length..]);
            _inError = false;
        }
        else if (level == TestMessageLevel.Error)
        {
            Errors.Add(message);
            _inError = true;
        }
        else if (level == TestMessageLevel.Warning)
        {
            Warnings.Add(message);
            _inError = false;
        }
        else if (_inError)
        {
            Errors[^1] += $"{Environment.NewLine}{message}";
        }
    }

    [GeneratedRegex(@"\[(SKIP|FAIL)\]\s*$")]
    private static partial Regex Repeated();

    // Matches the prefix "[xUnit.net 00:00:53.27] AesModes.Tests: ". xunit indents its other lines.
    [GeneratedRegex(@"^\[xUnit\.net [0-9:.]+\] [A-Za-z.]+: ")]
    private static partial Regex Diagnostic();
}
