using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace AesModes.Packaging;

/// <summary>An SPDX 2.3 document of a package: its files, and its packages from project.assets.json, which a locked restore wrote.</summary>
internal static partial class BillOfMaterials
{
    private const string Root = "SPDXRef-Package";

    public static void Write(PackageFile package, string assetsPath, DateTimeOffset created)
    {
        string hash = PackageFile.Hash(HashAlgorithmName.SHA256, package.Bytes);
        JsonArray packages = [Describe(Root, package.Description, hash, package)];
        JsonArray files = [];
        JsonArray relationships = [Relation("SPDXRef-DOCUMENT", "DESCRIBES", Root)];
        foreach ((string name, byte[] content) in package.Entries)
        {
            string id = $"SPDXRef-File-{files.Count + 1}";
            files.Add(new JsonObject
            {
                ["SPDXID"] = id,
                ["fileName"] = "./" + name,
                ["checksums"] = new JsonArray(Checksum("SHA1", PackageFile.Hash(HashAlgorithmName.SHA1, content)), Checksum("SHA256", PackageFile.Hash(HashAlgorithmName.SHA256, content))),
                ["licenseConcluded"] = "NOASSERTION",
                ["copyrightText"] = "NOASSERTION",
            });
            relationships.Add(Relation(Root, "CONTAINS", id));
        }

        bool depends = false;
        foreach (Dependency dependency in Dependencies(JsonNode.Parse(File.ReadAllText(assetsPath))!))
        {
            string id = $"SPDXRef-{NotInIds().Replace(dependency.Id, "-")}";
            JsonObject described = Describe(id, dependency.Description, null, null);
            described["checksums"] = new JsonArray(Checksum("SHA512", dependency.Sha512));
            packages.Add(described);
            relationships.Add(dependency.IsForBuild ? Relation(id, "BUILD_DEPENDENCY_OF", Root) : Relation(Root, "DEPENDS_ON", id));
            depends |= !dependency.IsForBuild;
        }

        // One of our own packages is in the same folder.
        foreach (string name in package.Description.Descendants().Where(e => e.Name.LocalName == "dependency").Select(e => $"{e.Attribute("id")!.Value}.{e.Attribute("version")!.Value.Trim('[', ']')}.nupkg"))
        {
            PackageFile own = new(Path.Combine(package.Folder, name));
            string id = $"SPDXRef-{NotInIds().Replace(name, "-")}";
            JsonObject described = Describe(id, own.Description, null, null);
            described["checksums"] = new JsonArray(Checksum("SHA512", PackageFile.Hash(HashAlgorithmName.SHA512, own.Bytes)));
            packages.Add(described);
            relationships.Add(Relation(Root, "DEPENDS_ON", id));
            depends = true;
        }

        if (!depends)
        {
            relationships.Add(Relation(Root, "DEPENDS_ON", "NONE"));
        }

        JsonObject document = new()
        {
            ["spdxVersion"] = "SPDX-2.3",
            ["dataLicense"] = "CC0-1.0",
            ["SPDXID"] = "SPDXRef-DOCUMENT",
            ["name"] = package.Name,
            ["documentNamespace"] = $"https://spdx.org/spdxdocs/{package.Name}-{hash}",
            ["creationInfo"] = new JsonObject
            {
                ["created"] = created.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture),
                ["creators"] = new JsonArray("Tool: AesModes.Packaging"),
            },
            ["packages"] = packages,
            ["files"] = files,
            ["relationships"] = relationships,
        };
        Console.WriteLine(document);
    }

    private static JsonObject Describe(string id, XElement description, string? sha256, PackageFile? package)
    {
        string name = PackageFile.ValueOf(description, "id")!;
        string version = PackageFile.ValueOf(description, "version")!;
        XElement? license = description.Descendants().FirstOrDefault(e => e.Name.LocalName == "license");
        JsonObject described = new()
        {
            ["SPDXID"] = id,
            ["name"] = name,
            ["versionInfo"] = version,
            ["supplier"] = $"Organization: {PackageFile.ValueOf(description, "authors")}",
            ["downloadLocation"] = package is null ? $"https://www.nuget.org/api/v2/package/{name}/{version}" : "NOASSERTION",
            ["filesAnalyzed"] = package is not null,
            ["licenseConcluded"] = "NOASSERTION",
            ["licenseDeclared"] = license?.Attribute("type")?.Value == "expression" ? license.Value : "NOASSERTION",
            ["copyrightText"] = PackageFile.ValueOf(description, "copyright") ?? "NOASSERTION",
            ["externalRefs"] = new JsonArray(new JsonObject
            {
                ["referenceCategory"] = "PACKAGE-MANAGER",
                ["referenceType"] = "purl",
                ["referenceLocator"] = $"pkg:nuget/{name}@{version}",
            }),
        };
        if (package is not null)
        {
            described["packageFileName"] = package.Name;
            described["checksums"] = new JsonArray(Checksum("SHA256", sha256!), Checksum("SHA512", PackageFile.Hash(HashAlgorithmName.SHA512, package.Bytes)));

            // SPDX 2.3, 7.9: the verification code is the hash of all files' sorted hashes.
            IEnumerable<string> hashes = package.Entries.Values.Select(c => PackageFile.Hash(HashAlgorithmName.SHA1, c)).Order(StringComparer.Ordinal);
            described["packageVerificationCode"] = new JsonObject
            {
                ["packageVerificationCodeValue"] = PackageFile.Hash(HashAlgorithmName.SHA1, Encoding.ASCII.GetBytes(string.Concat(hashes))),
            };
        }

        return described;
    }

    /// <summary>Reads the dependencies. A dependency with PrivateAssets="all" is a build tool.</summary>
    private static IEnumerable<Dependency> Dependencies(JsonNode assets)
    {
        string folder = assets["packageFolders"]!.AsObject().First().Key;
        HashSet<string> forBuild =
        [
            .. assets["project"]!["frameworks"]!.AsObject().SelectMany(f => f.Value!["dependencies"]?.AsObject() ?? []).Where(d => (string?)d.Value!["suppressParent"] == "All").Select(d => d.Key),
        ];
        foreach ((string id, JsonNode? library) in assets["libraries"]!.AsObject().Where(l => (string?)l.Value!["type"] == "package"))
        {
            string name = id.Split('/')[0];
            string description = Directory.GetFiles(Path.Combine(folder, (string)library!["path"]!), "*.nuspec").Single();
            string sha512 = Convert.ToHexStringLower(Convert.FromBase64String((string)library["sha512"]!));
            yield return new Dependency(id, sha512, XDocument.Load(description).Root!, forBuild.Contains(name));
        }
    }

    private static JsonObject Checksum(string algorithm, string value) => new() { ["algorithm"] = algorithm, ["checksumValue"] = value };

    private static JsonObject Relation(string from, string type, string to) =>
        new() { ["spdxElementId"] = from, ["relationshipType"] = type, ["relatedSpdxElement"] = to };

    [GeneratedRegex("[^A-Za-z0-9.]")]
    private static partial Regex NotInIds();

    private sealed record Dependency(string Id, string Sha512, XElement Description, bool IsForBuild);
}
