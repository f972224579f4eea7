using System.Text;
using System.Text.RegularExpressions;

namespace AesModes.Tests.Contracts;

/// <summary>Parses the parts of Markdown that links need, and computes GitHub's heading anchors.</summary>
internal static partial class Markdown
{
    /// <summary>The targets of links and images outside code.</summary>
    public static IEnumerable<string> Links(string text) => Link().Matches(CodeSpan().Replace(WithoutFences(text), "")).Select(m => m.Groups["target"].Value);

    public static IReadOnlySet<string> Anchors(string text)
    {
        HashSet<string> anchors = [];
        foreach (Match heading in Heading().Matches(WithoutFences(text)))
        {
            string anchor = Anchor(heading.Groups["title"].Value);
            string unique = anchor;
            for (int n = 1; !anchors.Add(unique); n++)
            {
                unique = $"{anchor}-{n}";
            }
        }

        return anchors;
    }

    /// <summary>Converts to lower case, replaces spaces by hyphens, and removes everything except letters, digits, hyphens and underscores.</summary>
    public static string Anchor(string title)
    {
        StringBuilder anchor = new();
        foreach (char c in LinkInTitle().Replace(title, "$1").Trim())
        {
            anchor.Append(c == ' ' ? "-" : char.IsLetterOrDigit(c) || c is '-' or '_' ? char.ToLowerInvariant(c).ToString() : "");
        }

        return anchor.ToString();
    }

    private static string WithoutFences(string text) => Fence().Replace(text.ReplaceLineEndings("\n"), "");

    [GeneratedRegex("^[ ]*```.*?^[ ]*```[ ]*$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();

    [GeneratedRegex("`[^`\n]*`")]
    private static partial Regex CodeSpan();

    [GeneratedRegex("\\]\\((?<target>[^)\\s]+)(\\s+\"[^\"]*\")?\\)")]
    private static partial Regex Link();

    [GeneratedRegex("^#{1,6} +(?<title>.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex("\\[([^\\]]*)\\]\\([^)]*\\)")]
    private static partial Regex LinkInTitle();
}
