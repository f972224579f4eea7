using System.Text;
using System.Text.Json.Nodes;
using AesModes.Tests.Vectors;

namespace AesModes.CoverageFuzz;

/// <summary>The initial inputs of a campaign, and the dictionary of words that the fuzzer inserts.</summary>
internal static class Seeds
{
    /// <summary>Enough bytes for the decisions of one tests/fuzz case.</summary>
    private const int CaseBytes = 96;

    private const int CasesOfAVariant = 12;

    public static void Write(string target, string folder, string words)
    {
        using Target described = Target.Create(target);
        string[] variants = [.. described.Variants];
        Directory.CreateDirectory(folder);
        HashSet<string> names = [];
        for (int variant = 0; variant < variants.Length; variant++)
        {
            int count = 0;
            foreach (byte[] input in Of(variants[variant], names))
            {
                File.WriteAllBytes(Path.Combine(folder, $"{variants[variant].Replace(' ', '-')}-{++count}"), [(byte)variant, .. input]);
            }
        }

        // AFL's dictionary. A target without words gets no file.
        if (names.Count > 0)
        {
            File.WriteAllLines(words, names.Order(StringComparer.Ordinal).Select(n => $"\"{n.Replace("\"", "\\\"", StringComparison.Ordinal)}\""));
        }
    }

    private static IEnumerable<byte[]> Of(string variant, HashSet<string> names)
    {
        switch (variant)
        {
            case "raw":
                names.UnionWith(["AESMODES", "GS", "AZ", "CT", "KF", "RK", "PW"]);
                return from algorithm in (string[])["gcm-siv", "aez", "ctr"]
                       from version in (int[])[1, 2]
                       from size in (int[])[0, 5, 40]
                       select FilesTarget.Seal(algorithm, version, size);
            case "edited":
                return from algorithm in (byte[])[0, 1, 2, 3, 4, 5]
                       from size in (byte[])[0, 33]
                       select (byte[])[algorithm, size, 4, 30, 0, 0];
            case "text":
                return Texts(names);
            case "acvp":
                return ((string[])["aes-gcm-siv", "aes-ctr"]).Select(name => Acvp(name, names));
            default:
                // A constant seed: every campaign starts with the same inputs.
                Random random = new(variant.Length);
                return Enumerable.Range(0, CasesOfAVariant).Select(i =>
                {
                    byte[] input = new byte[i == 0 ? 2 : CaseBytes];
                    random.NextBytes(i == 0 ? [] : input);
                    return input;
                });
        }
    }

    /// <summary>For each list in our vector files and Wycheproof's, yields the shortest vector of each shape.</summary>
    private static IEnumerable<byte[]> Texts(HashSet<string> names)
    {
        foreach (string path in Directory.GetFiles(TestVectors.PathOf("."), "*.json").Order(StringComparer.Ordinal))
        {
            JsonObject file = Load(path);
            file.Remove("header");
            file.Remove("notes");
            foreach ((string list, JsonNode? vectors) in file.Where(p => p.Value is JsonArray).ToList())
            {
                foreach (JsonObject vector in Shortest(vectors!.AsArray()))
                {
                    JsonObject seed = [];
                    if (file["algorithm"] is { } algorithm)
                    {
                        seed["algorithm"] = algorithm.DeepClone();
                    }

                    JsonObject shown = vector.DeepClone().AsObject();
                    if (shown["tests"] is JsonArray tests)
                    {
                        shown["tests"] = new JsonArray([.. Shortest(tests).Select(t => t.DeepClone())]);
                        seed["numberOfTests"] = shown["tests"]!.AsArray().Count;
                    }

                    seed[list] = new JsonArray(shown);
                    AddNames(seed, names);
                    yield return Encoding.UTF8.GetBytes(seed.ToJsonString());
                }
            }
        }
    }

    /// <summary>Reduces an ACVP pair of files to one test per group.</summary>
    private static byte[] Acvp(string name, HashSet<string> names)
    {
        JsonObject prompt = Load(TestVectors.PathOf($"acvp/{name}/prompt.json"));
        JsonObject results = Load(TestVectors.PathOf($"acvp/{name}/expectedResults.json"));
        HashSet<int> kept = [];
        foreach (JsonNode? group in prompt["testGroups"]!.AsArray())
        {
            JsonNode test = Shortest(group!["tests"]!.AsArray()).First();
            kept.Add((int)test["tcId"]!);
        }

        foreach (JsonObject file in (JsonObject[])[prompt, results])
        {
            foreach (JsonNode? group in file["testGroups"]!.AsArray())
            {
                group!["tests"] = new JsonArray([.. group["tests"]!.AsArray().Where(t => kept.Contains((int)t!["tcId"]!)).Select(t => t!.DeepClone())]);
            }

            AddNames(file, names);
        }

        return [.. Encoding.UTF8.GetBytes(prompt.ToJsonString()), VectorsTarget.Separator, .. Encoding.UTF8.GetBytes(results.ToJsonString())];
    }

    private static JsonObject Load(string path) => JsonNode.Parse(File.ReadAllText(path))!.AsObject();

    /// <summary>Returns the shortest vector for each combination of fields and result. Skips vectors that state only a long plaintext's size.</summary>
    private static IEnumerable<JsonObject> Shortest(JsonArray vectors) => vectors.Select(v => v!.AsObject())
        .Where(v => (int?)v["plaintextBytes"] is null or < 5000)
        .GroupBy(v => string.Join(' ', v.Select(p => p.Key).Append((string?)v["result"])))
        .Select(shape => shape.MinBy(v => v.ToJsonString().Length)!);

    private static void AddNames(JsonNode? node, HashSet<string> names)
    {
        switch (node)
        {
            case JsonObject fields:
                foreach ((string name, JsonNode? value) in fields)
                {
                    names.Add($"\"{name}\":");
                    AddNames(value, names);
                }

                break;
            case JsonArray items:
                foreach (JsonNode? item in items)
                {
                    AddNames(item, names);
                }

                break;
            case JsonValue value when value.TryGetValue(out string? text) && text.Length is > 0 and < 30 && !text.All(char.IsAsciiHexDigit):
                names.Add($"\"{text}\"");
                break;
            default:
                break;
        }
    }
}
