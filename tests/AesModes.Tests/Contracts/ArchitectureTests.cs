using System.Text.RegularExpressions;

namespace AesModes.Tests.Contracts;

/// <summary>Tests that docs/architecture.md names every file of the library, and no other.</summary>
public sealed partial class ArchitectureTests
{
    [Fact]
    public void Files_OfTheLibrary_AreThoseOfTheDocument()
    {
        string document = Repository.Read("docs/architecture.md", "Every file of the library is named there.");
        string folder = Repository.PathOf("src/AesModes");
        string[] files =
        [
            .. Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(folder, f).Replace('\\', '/'))
                .Where(f => !f.StartsWith("obj/", StringComparison.Ordinal)),
        ];
        Assert.True(files.Length >= 80, $"Only {files.Length} files were found.");

        // For part of a class, such as GcmSiv.Streams.cs, the document needs only the first word.
        HashSet<string> words = [.. Word().Matches(document).Select(m => m.Value)];
        string[] unnamed = [.. files.Where(f => !words.Contains(Path.GetFileName(f).Split('.')[0]))];
        string[] gone = [.. FileName().Matches(document).Select(m => m.Value).Except(files.Select(f => Path.GetFileName(f)))];
        Assert.Empty(unnamed);
        Assert.Empty(gone);
    }

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"(?<![\w.])[A-Z]\w*(\.\w+)?\.cs\b")]
    private static partial Regex FileName();
}
