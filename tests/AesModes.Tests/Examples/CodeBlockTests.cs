using AesModes;

namespace Examples;

/// <summary>Every C# block of a document, and every example of the XML documentation, is the text of a region in this folder, which the compiler and the tests have seen.</summary>
public sealed class CodeBlockTests
{
    [Fact]
    public void Documents_EveryCSharpBlock_IsCompiledHere()
    {
        IReadOnlyList<CodeBlock> compiled = CodeBlocks.Compiled();
        List<string> failures = [];
        IReadOnlyList<CodeBlock> blocks = CodeBlocks.InDocuments();
        foreach (CodeBlock block in blocks)
        {
            CodeBlock? region = compiled.FirstOrDefault(r => r.Code == block.Code);
            if (region is null)
            {
                failures.Add($"{block.Where}: no #region of tests/AesModes.Tests/Examples has this text:\n{block.Code}");
            }
            else if (block.Usings.Count > 0 && !block.Usings.SequenceEqual(region.Usings))
            {
                failures.Add($"{block.Where}: the compiler needed other using directives, in {region.Where}:\n{string.Join('\n', region.Usings)}");
            }
        }

        Assert.True(failures.Count == 0, string.Join("\n\n", failures));
        Assert.True(blocks.Count >= 20, $"Only {blocks.Count} blocks: they are not found.");
    }

    [Fact]
    public void XmlDocumentation_EveryPublicType_HasAnExampleThatIsCompiledHere()
    {
        HashSet<string> compiled = [.. CodeBlocks.Compiled().Select(r => r.Code)];
        IReadOnlyList<CodeBlock> examples = CodeBlocks.InXmlDocumentation();
        string[] failures =
        [
            .. examples.Where(e => !compiled.Contains(e.Code)).Select(e => $"{e.Where}: no #region of tests/AesModes.Tests/Examples has this text:\n{e.Code}"),
            .. typeof(AesGcmSiv).Assembly.GetExportedTypes().Select(t => $"T:{t.FullName}").Except(examples.Select(e => e.Where)).Select(t => $"{t}: it has no example."),
        ];
        Assert.True(failures.Length == 0, string.Join("\n\n", failures));
    }

    [Fact]
    public void Regions_EachOne_StandsInADocument()
    {
        HashSet<string> blocks = [.. CodeBlocks.InDocuments().Concat(CodeBlocks.InXmlDocumentation()).Select(b => b.Code)];
        string[] missing = [.. CodeBlocks.Compiled().Where(r => !blocks.Contains(r.Code)).Select(r => r.Where)];
        Assert.True(missing.Length == 0, $"No document has the text of these regions:\n{string.Join('\n', missing)}");
    }
}
