using System.Text;
using System.Text.Json.Nodes;
using AesModes.Tests.Vectors;

namespace AesModes.Tests.Tool;

/// <summary>Tests the verb vectors with ACVP's files: reports differences by tcId and rejects files that do not belong together.</summary>
public sealed class AcvpVectorsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void GcmSiv_IncorrectVectors_FailByTcId()
    {
        JsonObject prompt = Read("aes-gcm-siv", "prompt.json");
        JsonObject results = Read("aes-gcm-siv", "expectedResults.json");
        Flip(Find(results, 1), "ct");
        Flip(Find(prompt, 40), "pt");
        Flip(Find(prompt, 16), "aad");
        Flip(Find(prompt, 61), "iv");

        // Remove the expected rejection of one test, and add it to another.
        JsonObject refused = Find(results, 69);
        refused.Remove("testPassed");
        refused["pt"] = "";
        JsonObject taken = Find(results, 120);
        Assert.True(taken.Remove("pt"));
        taken["testPassed"] = false;
        AssertFailed(prompt, results, 1, 16, 40, 61, 69, 120);
    }

    [Fact]
    public void Ctr_IncorrectVectors_FailByTcIdExceptPastPayload()
    {
        JsonObject prompt = Read("aes-ctr", "prompt.json");
        JsonObject results = Read("aes-ctr", "expectedResults.json");

        // The payload has nine bits, so only the first bit of the second byte counts. Flip the last bit, which does not.
        Assert.Equal(9, (int)Find(prompt, 1)["payloadLen"]!);
        Flip(Find(results, 1), "ct");
        Flip(Find(prompt, 1), "pt");
        Assert.Equal(21, (int)Find(prompt, 2)["payloadLen"]!);
        Find(results, 2)["ct"] = (string)Find(results, 2)["ct"]! switch { "228198" => "228190", string other => throw new InvalidOperationException(other) };
        Flip(Find(results, 100), "pt");
        Flip(Find(results, 3), "iv");
        AssertFailed(prompt, results, 2, 3, 100);
    }

    [Theory]
    [InlineData("no result", "testGroups[0].tests[2].tcId has no result")]
    [InlineData("twice", "tcId appears twice")]
    [InlineData("no test", "tcId has no test")]
    [InlineData("too long", "payloadLen is not a whole number from 0 to 16")]
    [InlineData("too short", "payloadLen is 8 bits, but the plaintext has 2 bytes")]
    [InlineData("direction", "direction is not encrypt or decrypt")]
    [InlineData("algorithm", "algorithm is neither ACVP-AES-GCM-SIV nor ACVP-AES-CTR")]
    public void FilesThatDoNotFit_FailOnOneLine(string change, string says)
    {
        JsonObject prompt = Read("aes-ctr", "prompt.json");
        JsonObject results = Read("aes-ctr", "expectedResults.json");
        switch (change)
        {
            case "no result":
                results["testGroups"]![0]!["tests"]!.AsArray().RemoveAt(2);
                break;
            case "twice":
                Find(results, 5)["tcId"] = 4;
                break;
            case "no test":
                prompt["testGroups"]![0]!["tests"]!.AsArray().RemoveAt(2);
                break;
            case "too long":
                Find(prompt, 1)["payloadLen"] = 17;
                break;
            case "too short":
                Find(prompt, 1)["payloadLen"] = 8;
                break;
            case "direction":
                prompt["testGroups"]![0]!["direction"] = "both";
                break;
            default:
                prompt["algorithm"] = "ACVP-AES-CBC";
                break;
        }

        string path = Write("prompt.json", prompt);
        Write("expectedResults.json", results);
        ToolProcess.Run("vectors", path).AssertRefused(1, says);
    }

    [Fact]
    public void ATestFileAlone_FailsOnOneLine() =>
        ToolProcess.Run("vectors", Write("prompt.json", Read("aes-ctr", "prompt.json"))).AssertRefused(1, "there is no expectedResults.json beside this file");

    [Fact]
    public void AnotherName_FailsOnOneLine() =>
        ToolProcess.Run("vectors", Write("tests.json", Read("aes-ctr", "prompt.json"))).AssertRefused(1, "its tests must be in prompt.json");

    private static JsonObject Read(string mode, string name) =>
        JsonNode.Parse(File.ReadAllText(TestVectors.PathOf(Path.Combine("acvp", mode, name))))!.AsObject();

    private static JsonObject Find(JsonObject file, int number) =>
        file["testGroups"]!.AsArray().SelectMany(group => group!["tests"]!.AsArray()).Single(test => (int)test!["tcId"]! == number)!.AsObject();

    private static void Flip(JsonObject test, string field) => test[field] = VectorChanges.FlipLastBit((string)test[field]!);

    private string Write(string name, JsonObject content) => _folder.Add(name, Encoding.UTF8.GetBytes(content.ToJsonString()));

    private void AssertFailed(JsonObject prompt, JsonObject results, params int[] numbers)
    {
        string path = Write("prompt.json", prompt);
        Write("expectedResults.json", results);
        ToolProcess run = ToolProcess.Run("vectors", path, "--backend", "auto", "--json");
        Assert.Equal(1, run.ExitCode);
        Assert.Equal(numbers.Select(n => $"tcId {n}"), JsonNode.Parse(run.Output)!["failures"]!.AsArray().Select(f => (string)f!["id"]!));
    }
}
