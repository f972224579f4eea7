using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>What the documents say is held by a test, is: the tests that they name exist.</summary>
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

        Assert.Empty(missing);
        Assert.True(found >= 40, $"Only {found} tests are named: the pattern does not find them.");
    }

    [GeneratedRegex("`(?<class>[A-Z][A-Za-z0-9]*Tests)(\\.(?<method>\\w+))?`")]
    private static partial Regex NamedTest();
}
