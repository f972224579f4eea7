using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace AesModes.Packaging;

/// <summary>The inputs of a build. The time is the commit's; a compiler is a name and a version; a project is a folder in the source tree.</summary>
internal sealed record Build(string Commit, string Source, string Sdk, string[] Compilers, DateTimeOffset Time, string[] Projects);

/// <summary>An in-toto statement with SLSA provenance, version 1. It is an unsigned claim; .ci/rebuild-package verifies it.</summary>
internal static class Provenance
{
    public static void Write(string folder, Build build)
    {
        JsonArray subjects =
        [
            .. Directory.GetFiles(folder).Where(f => !f.EndsWith(".provenance.json", StringComparison.Ordinal)).Order(StringComparer.Ordinal).Select(Subject),
        ];
        JsonObject commit = new() { ["digest"] = new JsonObject { ["gitCommit"] = build.Commit } };
        commit[build.Source.Length > 0 ? "uri" : "name"] = build.Source.Length > 0 ? $"git+{build.Source}" : "AesModes";
        JsonObject statement = new()
        {
            ["_type"] = "https://in-toto.io/Statement/v1",
            ["subject"] = subjects,
            ["predicateType"] = "https://slsa.dev/provenance/v1",
            ["predicate"] = new JsonObject
            {
                ["buildDefinition"] = new JsonObject
                {
                    ["buildType"] = "urn:aesmodes:pack:1",
                    ["externalParameters"] = new JsonObject { ["command"] = ".ci/pack", ["commit"] = build.Commit },
                    ["internalParameters"] = new JsonObject
                    {
                        ["projects"] = new JsonArray([.. build.Projects.Select(p => JsonValue.Create(Path.GetFileName(p)))]),
                        ["SOURCE_DATE_EPOCH"] = build.Time.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture),
                        ["unsigned"] = "Nobody signed this statement. Whoever can replace the package can replace it too. Run .ci/rebuild-package.",
                    },
                    ["resolvedDependencies"] = new JsonArray([commit, Sdk(build.Sdk), .. build.Compilers.Select(c => new JsonObject { ["name"] = c }), .. Packages(build.Projects)]),
                },
                ["runDetails"] = new JsonObject
                {
                    ["builder"] = new JsonObject { ["id"] = "urn:aesmodes:unsigned-builder", ["version"] = new JsonObject { ["dotnet-sdk"] = build.Sdk } },
                },
            },
        };
        Console.WriteLine(statement);
    }

    private static JsonObject Subject(string path)
    {
        byte[] bytes = File.ReadAllBytes(path);
        return new JsonObject
        {
            ["name"] = Path.GetFileName(path),
            ["digest"] = new JsonObject { ["sha256"] = PackageFile.Hash(HashAlgorithmName.SHA256, bytes), ["sha512"] = PackageFile.Hash(HashAlgorithmName.SHA512, bytes) },
        };
    }

    private static JsonObject Sdk(string version) => new() { ["name"] = ".NET SDK", ["uri"] = $"pkg:generic/dotnet-sdk@{version}" };

    /// <summary>Every package in the lock files, with the hash that a locked restore enforces.</summary>
    private static IEnumerable<JsonObject> Packages(string[] projects) =>
        projects.Select(p => JsonNode.Parse(File.ReadAllText(Path.Combine(p, "packages.lock.json")))!)
            .SelectMany(l => l["dependencies"]!.AsObject().SelectMany(f => f.Value!.AsObject()))
            .Where(d => d.Value!["contentHash"] is not null)
            .DistinctBy(d => $"{d.Key} {d.Value!["resolved"]}")
            .OrderBy(d => d.Key, StringComparer.Ordinal)
            .Select(d => new JsonObject
            {
                ["uri"] = $"pkg:nuget/{d.Key}@{d.Value!["resolved"]}",
                ["digest"] = new JsonObject { ["sha512"] = Convert.ToHexStringLower(Convert.FromBase64String((string)d.Value["contentHash"]!)) },
            });
}
