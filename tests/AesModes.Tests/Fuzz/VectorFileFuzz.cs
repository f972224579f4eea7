using System.Text;
using System.Text.Json.Nodes;
using AesModes.Tests.Tool;
using AesModes.Tests.Vectors;
using AesModes.Tool.Common;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Files that are nearly test vectors. The reader must throw a <see cref="CommandFailure"/>, or each vector must pass or fail with a reason. If one bit of a vector changes,
/// only that vector must fail.
/// </summary>
internal sealed class VectorFileFuzz : FuzzKind
{
    /// <summary>The first and last vector of every shape in our files, and two vectors in Wycheproof's schema.</summary>
    private static readonly JsonObject[] _files = [.. ((string[])["aes-gcm-siv.json", "aez.json", "aes-ctr.json", "aes.json"]).Select(Ours), MakeWycheproof()];

    /// <summary>A changed number may request a gibibyte of work, which is valid but slow.</summary>
    private const long MostWork = 1 << 22;

    private readonly TestFolder _folder = new();

    public override void Try(FuzzCase c)
    {
        (Backend backend, string name) = c.LibraryBackend();
        JsonObject file = c.Of<JsonObject>([.. _files]).DeepClone().AsObject();
        c.Calls("vectors", name);
        switch (c.Next(4))
        {
            case 0:
                CheckFlippedBit(c, file, backend);
                break;
            case 1:
                CheckAny(ChangeText(c, file.ToJsonString()), backend);
                break;
            default:
                for (int changes = c.Between(1, 3); changes > 0; changes--)
                {
                    ChangeNode(c, file);
                }

                CheckAny(Encoding.UTF8.GetBytes(file.ToJsonString()), backend);
                break;
        }
    }

    /// <summary>Checks arbitrary bytes on the default backend.</summary>
    public void Check(byte[] text) => CheckAny(text, Backend.Require());

    /// <summary>Checks arbitrary bytes as ACVP's prompt and results.</summary>
    public void CheckAcvp(byte[] prompt, byte[] results)
    {
        _folder.Add("expectedResults.json", results);
        CheckAny(prompt, Backend.Require(), "prompt.json");
    }

    public override void Dispose()
    {
        _folder.Dispose();
        base.Dispose();
    }

    private static JsonObject Ours(string name)
    {
        JsonObject file = JsonNode.Parse(File.ReadAllText(TestVectors.PathOf(name)))!.AsObject();
        foreach ((string list, JsonNode? vectors) in file.Where(p => p.Value is JsonArray).ToList())
        {
            // Omits long vectors.
            IEnumerable<IGrouping<string, JsonObject>> shapes = vectors!.AsArray().Select(v => v!.AsObject())
                .Where(v => (int?)v["plaintextBytes"] is null or < 5000)
                .GroupBy(v => string.Join(' ', v.Select(p => p.Key)));
            file[list] = new JsonArray([.. shapes.SelectMany(s => (JsonNode[])[s.First().DeepClone(), s.Last().DeepClone()])]);
        }

        return file;
    }

    private static JsonObject MakeWycheproof()
    {
        WycheproofFile file = new();
        file.Add(TestVectors.GcmSiv[3], "valid");
        file.AddWithFlipped(TestVectors.GcmSiv[5], "tag", "invalid");
        return file.Make();
    }

    /// <summary>Flips a bit in one vector's hex. Each field contributes to the comparison, so exactly this vector must fail.</summary>
    private void CheckFlippedBit(FuzzCase c, JsonObject file, Backend backend)
    {
        // Excludes Wycheproof's tests: one that is expected to be invalid would stay invalid.
        JsonArray[] lists = [.. file.Where(p => p.Value is JsonArray && p.Key is not ("testGroups" or "header")).Select(p => p.Value!.AsArray())];
        if (lists.Length == 0)
        {
            return;
        }

        JsonArray list = c.Of<JsonArray>(lists);
        int at = c.Next(list.Count);
        JsonObject vector = list[at]!.AsObject();
        string[] fields = [.. vector.Where(p => p.Key != "id" && IsHex(p.Value)).Select(p => p.Key).Where(k => k is not ("plaintext" or "ciphertext") || !vector.ContainsKey("plaintextBytes"))];
        string field = c.Of<string>(fields);
        StringBuilder hex = new((string)vector[field]!);
        int digit = c.Next(hex.Length);
        hex[digit] = "0123456789abcdef"[Convert.ToInt32(hex[digit].ToString(), 16) ^ (1 << c.Next(4))];
        vector[field] = hex.ToString();

        VectorFile read = VectorFile.Read(_folder.Add("vectors.json", Encoding.UTF8.GetBytes(file.ToJsonString())));
        VectorResult result = VectorResult.Of(read, backend, _ => { });
        string what = $"{vector["id"]}, {field}, digit {digit} on {backend}";
        VectorFailure failure = Assert.Single(result.Failures);
        Assert.True(failure.Id == (string)vector["id"]! && failure.Difference.Length > 0, $"{what}: {failure}");
    }

    private static bool IsHex(JsonNode? node) =>
        node is JsonValue value && value.TryGetValue(out string? text) && text.Length > 0 && text.Length % 2 == 0 && text.All(char.IsAsciiHexDigitLower);

    private void CheckAny(byte[] text, Backend backend, string name = "vectors.json")
    {
        VectorFile file;
        try
        {
            file = VectorFile.Read(_folder.Add(name, text));
        }
        catch (CommandFailure failure)
        {
            Assert.False(string.IsNullOrWhiteSpace(CommandLine.OnOneLine(failure.Message)), "It says nothing.");
            return;
        }

        if (file.Cases.Sum(v => v.Work) > MostWork)
        {
            return;
        }

        VectorResult result = VectorResult.Of(file, backend, _ => { });
        Assert.Equal(file.Cases.Count, result.Passed + result.Failed + result.NotRun);
        Assert.Equal(result.Failed, result.Failures.Count);
        Assert.All(result.Failures, f => Assert.NotEmpty(f.Difference));
    }

    private static byte[] ChangeText(FuzzCase c, string json)
    {
        byte[] text = Encoding.UTF8.GetBytes(json);
        for (int changes = c.Between(1, 4); changes > 0; changes--)
        {
            int at = c.Next(text.Length + 1);
            int count = Math.Min(c.Of(1, 2, 5, 100), text.Length - at);
            byte[] other = c.Next(3) == 0 ? c.Bytes(c.Next(5)) : Encoding.UTF8.GetBytes(c.Of("\"", "{", "}", "[", "]", ",", ":", "0", "-1", "1e9", "null", "\\ud800", "\\u0000", "\0", "é", "\uFEFF", "00", "9999999999", ""));
            text = [.. text[..at], .. other, .. text[(c.Next(2) == 0 ? at : at + count)..]];
        }

        return text;
    }

    private static void ChangeNode(FuzzCase c, JsonObject file)
    {
        // Descend to a random node and replace it, remove it or insert another one.
        JsonNode node = file;
        while (node is JsonObject { Count: > 0 } or JsonArray { Count: > 0 } && !(node != file && c.Seldom(5)))
        {
            JsonNode? child = node is JsonObject o ? o.ElementAt(c.Next(o.Count)).Value : node.AsArray()[c.Next(node.AsArray().Count)];
            if (child is null)
            {
                break;
            }

            node = child;
        }

        JsonNode? made = Make(c, node);
        switch (node.Parent)
        {
            case JsonObject parent:
                string name = parent.First(p => p.Value == node).Key;
                if (c.Next(4) == 0)
                {
                    parent.Remove(name);
                }
                else if (c.Next(4) == 0)
                {
                    parent[c.Of("algorithm", "vectors", "testGroups", "plaintextBytes", "id", "x", "")] = made;
                }
                else
                {
                    parent[name] = made;
                }

                break;
            case JsonArray parent:
                int at = parent.IndexOf(node);
                if (c.Next(3) == 0)
                {
                    parent.RemoveAt(at);
                }
                else if (c.Next(2) == 0)
                {
                    parent.Insert(at, made);
                }
                else
                {
                    parent[at] = made;
                }

                break;
            default:
                break;
        }
    }

    private static JsonNode? Make(FuzzCase c, JsonNode old) => c.Next(8) switch
    {
        0 => null,
        1 => JsonValue.Create(c.Of(0, 1, -1, 15, 16, 17, int.MaxValue, 1 << 20, (1 << 20) + 1, long.MaxValue, 1.5, 1e300)),
        2 => new JsonArray([.. Enumerable.Range(0, c.Next(3)).Select(_ => old.DeepClone())]),
        3 => new JsonObject { ["id"] = "x", ["tag"] = old.DeepClone() },
        4 => JsonValue.Create(c.Of("", "0", "zz", "00", "AES-GCM-SIV", "AES-CTR", "AES-GCM-SIV2", "valid", "\u2028", new string('0', 100_000))),
        _ => JsonValue.Create(Convert.ToHexStringLower(Bytes.Random(c.Random(), c.Size(70)))),
    };
}
