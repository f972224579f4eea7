using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace AesModes.Packaging;

/// <summary>A .nupkg or .snupkg: its bytes, its entries and its description.</summary>
internal sealed partial class PackageFile
{
    public PackageFile(string path)
    {
        Name = Path.GetFileName(path);
        Folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        Bytes = File.ReadAllBytes(path);
        using ZipArchive archive = new(new MemoryStream(Bytes));
        foreach (ZipArchiveEntry entry in archive.Entries)
        {
            using Stream stream = entry.Open();
            using MemoryStream content = new();
            stream.CopyTo(content);
            Entries.Add(entry.FullName, content.ToArray());
        }

        string description = Entries.Keys.Single(n => n.EndsWith(".nuspec", StringComparison.Ordinal) && !n.Contains('/', StringComparison.Ordinal));
        Description = XDocument.Load(new MemoryStream(Entries[description])).Root!;
    }

    public string Name { get; }

    public string Folder { get; }

    public byte[] Bytes { get; }

    public SortedDictionary<string, byte[]> Entries { get; } = new(StringComparer.Ordinal);

    public XElement Description { get; }

    /// <summary>An element of the description, or null if it is missing.</summary>
    public string? this[string element] => ValueOf(Description, element);

    /// <summary>The commit. Directory.Build.targets writes it at the end of the release notes.</summary>
    public string Commit => CommitInNotes().Match(this["releaseNotes"] ?? "") is { Success: true } match ? match.Groups[1].Value : throw new InvalidDataException($"{Name} names no commit.");

    public static string? ValueOf(XElement description, string element) => description.Descendants().FirstOrDefault(e => e.Name.LocalName == element)?.Value;

    public static string Hash(HashAlgorithmName algorithm, byte[] bytes) => Convert.ToHexStringLower(CryptographicOperations.HashData(algorithm, bytes));

    [GeneratedRegex("Commit: ([0-9a-f]{40,64})\\.$")]
    private static partial Regex CommitInNotes();
}
