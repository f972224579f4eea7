using System.Xml.Linq;

namespace AesModes.Tests.Contracts;

/// <summary>Tests that docs/reference.md matches the XML documentation. AESMODES_GENERATE=1, which docs/generate sets, writes the page.</summary>
public sealed class ReferencePageTests
{
    private const string Page = "docs/reference.md";

    [Fact]
    public void ReferencePage_ComparedWithTheXmlDocumentation_IsTheSame()
    {
        XDocument documentation = XDocument.Load(Path.Combine(AppContext.BaseDirectory, "AesModes.xml"));
        string page = ReferencePage.Write(typeof(AesGcmSiv).Assembly, documentation);
        if (Environment.GetEnvironmentVariable("AESMODES_GENERATE") == "1")
        {
            File.WriteAllText(Repository.PathOf(Page), page);
        }

        string[] actual = Repository.Read(Page, "docs/generate writes it.").Split('\n');
        string[] wanted = page.Split('\n');
        Assert.True(
            actual.SequenceEqual(wanted),
            $"{Page} is not what the XML documentation says: docs/generate writes it again.\n" +
            $"Gone:\n  {string.Join("\n  ", actual.Except(wanted))}\nNew:\n  {string.Join("\n  ", wanted.Except(actual))}");
    }
}
