namespace AesModes.Benchmarks;

/// <summary>What was asked for cannot be done; the message says why.</summary>
internal sealed class UsageException(string message) : Exception(message);

/// <summary>A Markdown document with sections that are measured: between two comments that name the section.</summary>
internal static class Document
{
    public static bool Has(string file, string section) => File.ReadAllText(file).Contains(Begin(section), StringComparison.Ordinal);

    public static void Update(string file, string section, string text)
    {
        string document = File.ReadAllText(file);
        string begin = Begin(section);
        string end = $"<!-- end: {section} -->";
        int from = document.IndexOf(begin, StringComparison.Ordinal);
        int to = document.IndexOf(end, StringComparison.Ordinal);
        if (from < 0 || to < from)
        {
            throw new UsageException($"{file} has no section {begin.Trim()} … {end}.");
        }

        File.WriteAllText(file, $"{document[..(from + begin.Length)]}\n{text}\n{document[to..]}");
    }

    /// <summary>Before anything is measured, as that takes a while.</summary>
    public static void Check(string file, IReadOnlyList<string> sections)
    {
        if (!File.Exists(file) || !sections.Any(section => Has(file, section)))
        {
            throw new UsageException($"{file} is no document with one of the sections {string.Join(", ", sections)}.");
        }
    }

    private static string Begin(string section) => $"<!-- begin: {section} -->\n";
}
