using System.Text;
using System.Text.Json.Nodes;
using AesModes.Tests.Vectors;
using AesModes.Tool.Vectors;

namespace AesModes.Tests.Tool;

/// <summary>Tests the verb vectors as a process: our files pass on every backend, a changed bit is found, and Wycheproof's schema is supported.</summary>
public sealed class VectorsCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private static string[] Backends => [.. Backend.All.Where(backend => backend.IsSupported && !backend.HasNativeCode).Select(backend => backend.ToString())];

    public void Dispose() => _folder.Dispose();

    /// <summary>All files of the folder except those of chunked encryption. Omits long vectors of aes-ctr.json, which take most of a minute without acceleration.</summary>
    [Fact]
    public void OurFiles_OnEveryBackend_Pass()
    {
        JsonObject ctr = Ours("aes-ctr.json");
        List<JsonNode> shortOnes = [.. ctr["vectors"]!.AsArray().Select(v => v!.DeepClone()).Where(v => (int?)v["plaintextBytes"] is null or <= 40960)];
        ctr["vectors"] = new JsonArray([.. shortOnes]);
        (string Name, int Passed)[] files =
        [
            (TestVectors.PathOf("aes-gcm-siv.json"), 516), (TestVectors.PathOf("aes-gcm-siv-noble.json"), 696), (TestVectors.PathOf("aez.json"), 448 + 131), (TestVectors.PathOf("aes.json"), 22),
            (TestVectors.PathOf("wycheproof-aes-gcm-siv.json"), 202), (TestVectors.PathOf("acvp/aes-gcm-siv/prompt.json"), 120), (TestVectors.PathOf("acvp/aes-ctr/prompt.json"), 150), (Write("aes-ctr.json", ctr), shortOnes.Count),
        ];
        Assert.True(shortOnes.Count > 600);
        Assert.Equal(
            Directory.GetFiles(TestVectors.PathOf(""), "*", SearchOption.AllDirectories).Select(file => Path.GetFileName(file)!)
                .Where(name => name != "expectedResults.json" && !name.Contains("chunked", StringComparison.Ordinal)).Order(),
            files.Select(file => Path.GetFileName(file.Name)).Order());

        ToolProcess run = ToolProcess.Run(["vectors", .. files.Select(file => file.Name), "--json"]).AssertSucceeded();
        JsonNode report = JsonNode.Parse(run.Output)!;
        Assert.Equal(
            files.SelectMany(file => Backends.Select(backend => (file.Name, backend, file.Passed, Failed: 0, NotRun: 0))),
            report["results"]!.AsArray().Select(r => ((string)r!["file"]!, (string)r["backend"]!, (int)r["passed"]!, (int)r["failed"]!, (int)r["notRun"]!)));
        Assert.Empty(report["failures"]!.AsArray());
        Assert.Empty(report["notRun"]!.AsArray());
    }

    [Fact]
    public void Text_HasALineForEachFileAndBackend()
    {
        string[] lines = ToolProcess.Run("vectors", TestVectors.PathOf("aes.json"), "--backend", "software").AssertSucceeded().Output.Split('\n');
        Assert.Equal(["file", "backend", "passed", "failed", "not", "run"], Words(lines[0]));
        string[] software = [.. Backends.Where(backend => backend.StartsWith("software", StringComparison.Ordinal))];
        Assert.All(software.Zip(lines[1..]), pair => Assert.Equal([TestVectors.PathOf("aes.json"), .. Words(pair.First), "22", "0", "0"], Words(pair.Second)));
        Assert.Equal(string.Empty, string.Concat(lines[(1 + software.Length)..]));
    }

    [Fact]
    public void AFlippedBit_IsReportedWithTheVectorsId()
    {
        JsonObject file = Ours("aes-gcm-siv.json");
        JsonNode vector = file["vectors"]![7]!;
        vector["tag"] = VectorChanges.FlipLastBit((string)vector["tag"]!);
        string path = Write("flipped.json", file);

        ToolProcess run = ToolProcess.Run("vectors", path);
        Assert.Equal(1, run.ExitCode);
        string[] failures = run.Error.TrimEnd('\n').Split('\n');
        Assert.Equal(Backends.Length, failures.Length);
        Assert.All(Backends.Zip(failures), pair => Assert.StartsWith($"{path}, {vector["id"]}, on {pair.First}: tag: byte 15 of 16 is ", pair.Second, StringComparison.Ordinal));
        Assert.Equal(Backends.Length, run.Output.Split('\n').Count(line => Words(line) is [.., "515", "1", "0"]));
    }

    /// <summary>Every vector with a changed field must fail, its unchanged twin must pass, and the error stream must stay short.</summary>
    [Fact]
    public void AChangeOfAnyField_IsFound()
    {
        string[] names = ["aes-gcm-siv.json", "aez.json", "aes-ctr.json", "aes.json"];
        List<string> expected = [];
        List<string> paths = [];
        foreach (string name in names)
        {
            (JsonObject changed, IEnumerable<string> ids) = VectorChanges.Make(Ours(name));
            string path = Write(name, changed);
            paths.Add(path);
            expected.AddRange(ids.Select(id => $"{path} {id}"));
        }

        ToolProcess run = ToolProcess.Run(["vectors", .. paths, "--backend", "auto", "--json"]);
        Assert.Equal(1, run.ExitCode);
        Assert.True(expected.Count > 60, $"{expected.Count} changes");
        Assert.Equal(expected, JsonNode.Parse(run.Output)!["failures"]!.AsArray().Select(f => $"{(string)f!["file"]!} {(string)f["id"]!}"));

        string[] lines = run.Error.TrimEnd('\n').Split('\n');
        Assert.Equal(21, lines.Length);
        Assert.Equal($"… and {expected.Count - 20} more.", lines[^1]);
    }

    [Fact]
    public void Wycheproof_WithWhatIsTrue_Passes()
    {
        WycheproofFile file = new();
        foreach (GcmSivCase vector in TestVectors.GcmSiv.Where(v => !v.IsLong && v.Size > 0).Take(70))
        {
            file.Add(vector, "valid");
            file.Add(vector, "acceptable");
            file.AddWithFlipped(vector, "tag", "invalid");
            file.AddWithFlipped(vector, "tag", "acceptable");
            file.AddWithFlipped(vector, "ct", "invalid");
            file.AddWithFlipped(vector, "aad", "invalid");
            file.AddWithFlipped(vector, "iv", "invalid");
        }

        // AES-GCM-SIV does not have these sizes, so they are rejected.
        foreach (string result in (string[])["invalid", "acceptable"])
        {
            file.AddWithSize("key", 24, result);
            file.AddWithSize("iv", 8, result);
            file.AddWithSize("iv", 0, result);
            file.AddWithSize("tag", 12, result);
        }

        string path = Write("wycheproof.json", file.Make());
        JsonNode results = JsonNode.Parse(ToolProcess.Run("vectors", path, "--json").AssertSucceeded().Output)!["results"]!;
        Assert.Equal(
            Backends.Select(backend => (backend, file.Count, 0, 0)),
            results.AsArray().Select(r => ((string)r!["backend"]!, (int)r["passed"]!, (int)r["failed"]!, (int)r["notRun"]!)));
    }

    [Fact]
    public void Wycheproof_WithWhatIsFalse_FailsByTcId()
    {
        GcmSivCase vector = TestVectors.GcmSiv.First(v => v.Size > 0 && v.AssociatedData.Length > 0);
        WycheproofFile file = new();
        file.Add(vector, "valid");
        file.Add(vector, "invalid");
        file.AddWithFlipped(vector, "tag", "valid");
        file.AddWithFlipped(vector, "ct", "valid");
        file.AddWithFlipped(vector, "msg", "valid");
        file.AddWithFlipped(vector, "msg", "acceptable");
        file.AddWithSize("iv", 16, "valid");
        string path = Write("wycheproof.json", file.Make());

        ToolProcess run = ToolProcess.Run("vectors", path, "--backend", "auto");
        Assert.Equal(1, run.ExitCode);
        Assert.Equal(
            ["tcId 2", "tcId 3", "tcId 4", "tcId 5", "tcId 6"],
            run.Error.TrimEnd('\n').Split('\n').Select(line => line.Split(", ")[1]));
        Assert.Contains("Not run: 1 of ", run.Output, StringComparison.Ordinal);
        Assert.Contains("no key of 128, nonce of 128 and tag of 128 bits", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("# Vectors", "is not a JSON file")]
    [InlineData("[]", "is not a JSON object")]
    [InlineData("{}", "not a file of test vectors")]
    [InlineData("""{"block": [{"id": "a", "key": "0", "plaintext": "", "ciphertext": ""}]}""", "block[0].key is not a hex string")]
    public void InvalidFile_FailsOnOneLine(string content, string says)
    {
        string path = _folder.Add("none.json", Encoding.UTF8.GetBytes(content));

        // The command must fail before it runs any other file.
        ToolProcess run = ToolProcess.Run("vectors", TestVectors.PathOf("aes.json"), path);
        run.AssertRefused(1, path, says);
        Assert.Equal(string.Empty, run.Output);
    }

    [Fact]
    public void AFileThatIsNotThere_FailsOnOneLine() =>
        ToolProcess.Run("vectors", _folder["missing.json"]).AssertRefused(1, "missing.json");

    private static JsonObject Ours(string name) => JsonNode.Parse(File.ReadAllText(TestVectors.PathOf(name)))!.AsObject();

    private static string[] Words(string line) => line.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private string Write(string name, JsonObject content) => _folder.Add(name, Encoding.UTF8.GetBytes(content.ToJsonString()));
}
