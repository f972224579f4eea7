using System.Security.Cryptography;

namespace AesModes.Packaging;

/// <summary>The result of a comparison. It is also the exit code.</summary>
internal enum Likeness
{
    SameBytes = 0,
    Different = 1,
    SameContents = 3,
}

/// <summary>Checks whether two packages are the same file, or at least have the same entries.</summary>
internal static class Comparison
{
    /// <summary>nuget.org adds this file to every package.</summary>
    private const string Signature = ".signature.p7s";

    public static Likeness Compare(PackageFile expected, PackageFile actual)
    {
        if (expected.Bytes.AsSpan().SequenceEqual(actual.Bytes))
        {
            Console.WriteLine($"{actual.Name}: the same {actual.Bytes.Length} bytes, SHA-256 {PackageFile.Hash(HashAlgorithmName.SHA256, actual.Bytes)}");
            return Likeness.SameBytes;
        }

        string[] names = [.. expected.Entries.Keys.Union(actual.Entries.Keys).Where(n => n != Signature)];
        string[] differing =
        [
            .. names.Where(n => !expected.Entries.TryGetValue(n, out byte[]? one) || !actual.Entries.TryGetValue(n, out byte[]? other) || !one.AsSpan().SequenceEqual(other)),
        ];
        foreach (string name in differing)
        {
            Console.WriteLine($"{actual.Name}: {name} {(!expected.Entries.ContainsKey(name) ? "was added" : !actual.Entries.ContainsKey(name) ? "is missing" : "differs")}");
        }

        if (differing.Length > 0)
        {
            return Likeness.Different;
        }

        Console.WriteLine($"{actual.Name}: other bytes, but the same content in all {names.Length} entries. Dates, compression or nuget.org's signature differ.");
        return Likeness.SameContents;
    }
}
