using System.Runtime.CompilerServices;

namespace AesModes.Tests.Contracts;

/// <summary>Files of the repository that tests compare with the code.</summary>
internal static class Repository
{
    private static readonly string? _root = Find();

    public static string PathOf(string relative)
    {
        Assert.True(_root is not null, "The repository was not found: keep the tests where they are built, in it, or build without hidden paths.");
        return Path.Combine(_root!, relative);
    }

    /// <summary>The documents for users, by their path in the repository.</summary>
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

    /// <summary>Searches above this source file's path at compile time and, because a deterministic build may hide that path (/_/), above the assembly.</summary>
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
