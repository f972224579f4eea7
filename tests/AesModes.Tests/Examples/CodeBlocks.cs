using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Examples;

/// <summary>A piece of C#: a block of a document, an example of the XML documentation, or a region of a file in this folder, without its indentation.</summary>
/// <param name="Where">File and line, or the member.</param>
/// <param name="Usings">The using directives: at the top of the block; of a region, at the top of its file.</param>
/// <param name="Code">The rest, from its first line to its last.</param>
internal sealed record CodeBlock(string Where, IReadOnlyList<string> Usings, string Code);

/// <summary>
/// The C# of the documents, and what of it is compiled here. The files of this folder have a namespace of their own, so that they need the same using
/// directives as a user's.
/// </summary>
internal static partial class CodeBlocks
{
    private const string Folder = "tests/AesModes.Tests/Examples";

    public static IReadOnlyList<CodeBlock> InDocuments() =>
    [
        .. Repository.Documents.SelectMany(d => Between(d, l => BlockBegins().IsMatch(l), l => l.Trim() == "```")).Select(b => Create(b.Where, b.Lines)),
    ];

    /// <summary>The example of each public type and member that has one.</summary>
    public static IReadOnlyList<CodeBlock> InXmlDocumentation() =>
    [
        .. XDocument.Load(Path.Combine(AppContext.BaseDirectory, "AesModes.xml")).Descendants("member")
            .SelectMany(m => m.Descendants("code").Select(c => Create(m.Attribute("name")!.Value, Text(c).Split('\n')))),
    ];

    public static IReadOnlyList<CodeBlock> Compiled() =>
    [
        .. Directory.GetFiles(Repository.PathOf(Folder), "*.cs").Order(StringComparer.Ordinal).SelectMany(path =>
        {
            string[] usings = [.. File.ReadLines(path).TakeWhile(l => Using().IsMatch(l)).Where(l => !ForTests().IsMatch(l))];
            return Between($"{Folder}/{Path.GetFileName(path)}", l => l.Trim().StartsWith("#region", StringComparison.Ordinal), l => l.Trim() == "#endregion")
                .Select(b => new CodeBlock(b.Where, usings, Text(b.Lines)));
        }),
    ];

    private static CodeBlock Create(string where, IReadOnlyList<string> lines)
    {
        string[] usings = [.. lines.TakeWhile(l => Using().IsMatch(l))];
        return new CodeBlock(where, usings, Text(lines.Skip(usings.Length)));
    }

    private static IEnumerable<(string Where, List<string> Lines)> Between(string file, Func<string, bool> begins, Func<string, bool> ends)
    {
        List<string>? lines = null;
        int first = 0;
        int number = 0;
        foreach (string line in Repository.Read(file, "").Split('\n'))
        {
            number++;
            if (lines is null)
            {
                lines = begins(line) ? [] : null;
                first = number + 1;
            }
            else if (ends(line))
            {
                yield return ($"{file}:{first}", lines);
                lines = null;
            }
            else
            {
                lines.Add(line);
            }
        }
    }

    public static string Text(XElement code) => Text(code.Value.Split('\n'));

    private static string Text(IEnumerable<string> lines)
    {
        string[] all = [.. lines.Select(l => l.TrimEnd())];
        int indentation = all.Where(l => l.Length > 0).Select(l => l.Length - l.TrimStart().Length).DefaultIfEmpty(0).Min();
        return string.Join('\n', all.Select(l => l.Length > 0 ? l[indentation..] : l)).Trim('\n');
    }

    [GeneratedRegex("^\\s*```\\s*(csharp|cs|c#)", RegexOptions.IgnoreCase)]
    private static partial Regex BlockBegins();

    [GeneratedRegex("^using [A-Za-z.]+;$")]
    private static partial Regex Using();

    [GeneratedRegex("^using (Xunit|AesModes\\.Tests\\b.*);$")]
    private static partial Regex ForTests();
}
