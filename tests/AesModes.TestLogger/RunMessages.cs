using System.Text.RegularExpressions;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

namespace AesModes.TestLogger;

/// <summary>The messages of a run that are not a test's result. xunit repeats each skip and each failure in them; those are left out.</summary>
internal sealed partial class RunMessages
{
    // A line of an error names it; the lines after it, at another level, say more.
    private bool _inError;

    /// <summary>What tests report of the whole run: xunit's diagnostic messages.</summary>
    public List<string> Reports { get; } = [];

    public List<string> Errors { get; } = [];

    /// <summary>For example that no test matches a filter. VSTest's own logger leaves them out when it is quiet.</summary>
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

    // "[xUnit.net 00:00:53.27] AesModes.Tests: ", while other lines of xunit are indented.
    [GeneratedRegex(@"^\[xUnit\.net [0-9:.]+\] [A-Za-z.]+: ")]
    private static partial Regex Diagnostic();
}
