using System.Runtime.CompilerServices;

namespace AesModes.Tests.Contracts;

/// <summary>Files of the repository that tests hold the code against.</summary>
internal static class Repository
{
    private static readonly string? _root = Find();

    public static string PathOf(string relative)
    {
        Assert.True(_root is not null, "The repository was not found: keep the tests where they are built, in it, or build without hidden paths.");
        return Path.Combine(_root!, relative);
    }

    /// <summary>What users read, by its path in the repository.</summary>
    public static IEnumerable<string> Documents =>
        Directory.GetFiles(PathOf("."), "*.md").Concat(Directory.GetFiles(PathOf("docs"), "*.md", SearchOption.AllDirectories))
            .Concat(Directory.GetFiles(PathOf("samples"), "*.md", SearchOption.AllDirectories))
            .Concat(Directory.GetFiles(PathOf("benchmarks/results"), "*.md"))
            .Append(PathOf("src/AesModes/PACKAGE.md"))
            .Select(p => Path.GetRelativePath(PathOf("."), p).Replace(Path.DirectorySeparatorChar, '/'))
            .Order(StringComparer.Ordinal);

    public static string Read(string relative, string whatToDo)
    {
        string path = PathOf(relative);
        Assert.True(File.Exists(path), $"{path} is missing. {whatToDo}");
        return File.ReadAllText(path).ReplaceLineEndings("\n");
    }

    /// <summary>
    /// Above this source file as the compiler saw it; above the assembly where the compiler was told to hide the path (a deterministic build,
    /// as in CI, may write /_/).
    /// </summary>
    private static string? Find([CallerFilePath] string source = "") => FindAbove(Path.GetDirectoryName(source)) ?? FindAbove(AppContext.BaseDirectory);

    private static string? FindAbove(string? directory)
    {
        while (directory is not null && !File.Exists(Path.Combine(directory, "AesModes.sln")))
        {
            directory = Path.GetDirectoryName(directory);
        }

        return directory;
    }
}
