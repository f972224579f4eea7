using System.Reflection;
using System.Text.RegularExpressions;

namespace AesModes.Tests.Contracts;

/// <summary>Tests that the tests that documents name exist, and that links in documents lead somewhere.</summary>
public sealed partial class DocumentTests
{
    [Fact]
    public void Documents_TestsThatTheyName_Exist()
    {
        Dictionary<string, Type> classes = typeof(DocumentTests).Assembly.GetTypes().Where(t => t.Name.EndsWith("Tests", StringComparison.Ordinal)).ToDictionary(t => t.Name);
        List<string> missing = [];
        int found = 0;
        foreach (string document in Repository.Documents)
        {
            foreach (Match match in NamedTest().Matches(File.ReadAllText(Repository.PathOf(document))))
            {
                string method = match.Groups["method"].Value;
                if (classes.TryGetValue(match.Groups["class"].Value, out Type? type)
                    && (method.Length == 0 || type.GetMethod(method, BindingFlags.Public | BindingFlags.Instance) is not null))
                {
                    found++;
                }
                else
                {
                    missing.Add($"{document}: {match.Value}");
                }
            }
        }

        Assert.True(missing.Count == 0, $"These do not exist:\n{string.Join('\n', missing)}");
        Assert.True(found >= 40, $"Only {found} tests are named: the pattern does not find them.");
    }

    [Fact]
    public void Documents_LinksIntoTheRepository_LeadSomewhere()
    {
        List<string> missing = [];
        int found = 0;
        foreach (string document in Repository.Documents)
        {
            string folder = Path.GetDirectoryName(Repository.PathOf(document))!;
            foreach (string link in Markdown.Links(Repository.Read(document, "")).Where(l => !HasScheme().IsMatch(l)))
            {
                string[] parts = link.Split('#', 2);
                string path = parts[0].Length == 0 ? Repository.PathOf(document) : Path.GetFullPath(Path.Combine(folder, parts[0]));
                bool exists = parts.Length == 1
                    ? Path.Exists(path)
                    : File.Exists(path) && path.EndsWith(".md", StringComparison.Ordinal) && Markdown.Anchors(File.ReadAllText(path)).Contains(parts[1]);
                found++;
                if (!exists)
                {
                    missing.Add($"{document}: {link}");
                }
            }
        }

        Assert.True(missing.Count == 0, $"These do not exist:\n{string.Join('\n', missing)}");
        Assert.True(found >= 60, $"Only {found} links: the pattern does not find them.");
    }

    /// <summary>A package page is displayed outside the repository, so its links must be absolute.</summary>
    [Fact]
    public void PackagePage_Links_AreAbsolute() =>
        Assert.DoesNotContain(Markdown.Links(Repository.Read("src/AesModes/PACKAGE.md", "")), l => !HasScheme().IsMatch(l));

    [Fact]
    public void Documents_EachOneInTheFolder_IsOnTheMap()
    {
        string[] map = [.. Markdown.Links(Repository.Read("docs/README.md", "It is the map of the documents."))];
        string[] missing = [.. Directory.GetFiles(Repository.PathOf("docs"), "*.md").Select(p => Path.GetFileName(p)!).Where(n => n != "README.md" && !map.Contains(n))];
        Assert.True(missing.Length == 0, $"docs/README.md has no line for {string.Join(", ", missing)}.");
        Assert.Contains("docs/README.md", Markdown.Links(Repository.Read("README.md", "")));
    }

    [GeneratedRegex("^[a-z][a-z0-9+.-]*:", RegexOptions.IgnoreCase)]
    private static partial Regex HasScheme();

    [GeneratedRegex("`(?<class>[A-Z][A-Za-z0-9]*Tests)(\\.(?<method>\\w+))?`")]
    private static partial Regex NamedTest();
}
