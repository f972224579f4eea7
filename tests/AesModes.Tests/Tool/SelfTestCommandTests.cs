using System.Text.Json.Nodes;
using AesModes.Tests.Vectors;
using AesModes.Tool.SelfTest;

namespace AesModes.Tests.Tool;

/// <summary>Tests the verb selftest: everything passes here, and on a faulty machine each file reports a failure.</summary>
public class SelfTestCommandTests
{
    private static readonly string[] _files = ["aes-gcm-siv.json", "aez.json", "aes-ctr.json"];

    private static string[] Backends => [.. Backend.All.Where(backend => backend.IsSupported && !backend.HasNativeCode).Select(backend => backend.ToString())];

    [Fact]
    public void OnEveryBackend_Passes()
    {
        JsonNode report = JsonNode.Parse(ToolProcess.Run("selftest", "--json").AssertSucceeded().Output)!;
        Assert.Equal(
            _files.SelectMany(file => Backends.Select(backend => (file, backend, Failed: 0, NotRun: 0))),
            report["results"]!.AsArray().Select(r => ((string)r!["file"]!, (string)r["backend"]!, (int)r["failed"]!, (int)r["notRun"]!)));
        Assert.All(report["results"]!.AsArray(), r => Assert.True((int)r!["passed"]! >= 40));
    }

    [Fact]
    public void Text_NamesEachSelfTest()
    {
        string output = ToolProcess.Run("selftest", "--backend", "software").AssertSucceeded().Output;
        Assert.All(Backend.All[^1].SelfTests, test => Assert.Contains(test.Name, output, StringComparison.Ordinal));
    }

    /// <summary>The report names the self-test that detects the fault, and the exit code shows the failure.</summary>
    [Theory]
    [InlineData("Round 128", "AES-GCM-SIV encryption, one block, AES-128")]
    [InlineData("Round 128", "AEZ, AEZ-tiny")]
    [InlineData("LastRound 128", "AES-CTR, one block, AES-192")]
    [InlineData("MultiplyLow 512", "AES-GCM-SIV decryption, bulk, AES-256")]
    public void OnAMachineWithAFault_TheSelfTestFails(string instruction, string name)
    {
        Modes.SelfTest test = FaultTests.Faulty512.SelfTests.First(test => test.Name == name);
        Assert.True(test.Passes());
        Assert.False(Fault.With(instruction, 3, test.Passes));
    }

    /// <summary>Each vector must equal one in vectors/, except for intermediate values.</summary>
    [Theory]
    [InlineData("aes-gcm-siv.json", "vectors")]
    [InlineData("aez.json", "encrypt")]
    [InlineData("aes-ctr.json", "vectors")]
    public void Answers_Always_AreThoseOfTheVectorFiles(string name, string list)
    {
        using Stream stream = typeof(SelfTestCommand).Assembly.GetManifestResourceStream(name)!;
        JsonNode file = JsonNode.Parse(File.ReadAllText(TestVectors.PathOf(name)))!;
        Dictionary<string, JsonObject> whole = file[list]!.AsArray().ToDictionary(v => (string)v!["id"]!, v => v!.AsObject());
        Assert.All(JsonNode.Parse(stream)![list]!.AsArray(), vector =>
        {
            JsonObject same = whole[(string)vector!["id"]!];
            Assert.All(vector.AsObject(), field => Assert.True(JsonNode.DeepEquals(field.Value, same[field.Key]), $"{vector["id"]}: {field.Key}"));
        });
    }
}
