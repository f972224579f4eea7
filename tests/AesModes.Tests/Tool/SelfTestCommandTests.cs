using System.Runtime.Intrinsics;
using System.Text.Json.Nodes;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Tests.Backends;
using AesModes.Tool.SelfTest;
using AesModes.Tool.Vectors;
using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>The verb selftest: all is right here, and on a machine with a fault each file says so.</summary>
public class SelfTestCommandTests
{
    private static readonly string[] _files = ["instructions", "aes-gcm-siv.json", "aez.json", "aes-ctr.json"];

    private static string[] Backends => [.. Backend.All.Where(backend => backend.IsSupported).Select(backend => backend.ToString())];

    [Fact]
    public void OnEveryBackend_Passes()
    {
        JsonNode report = JsonNode.Parse(ToolProcess.Run("selftest", "--json").AssertSucceeded().Output)!;
        Assert.Equal(
            _files.SelectMany(file => Backends.Select(backend => (file, backend, Failed: 0, NotRun: 0))),
            report["results"]!.AsArray().Select(r => ((string)r!["file"]!, (string)r["backend"]!, (int)r["failed"]!, (int)r["notRun"]!)));
        Assert.All(report["results"]!.AsArray(), r => Assert.True((int)r!["passed"]! >= ((string)r["file"]! == "instructions" ? 1 : 40)));
    }

    [Fact]
    public void AWrongArgument_IsRefused() => ToolProcess.Run("selftest", "--backend", "avr").AssertRefused(2, "avr", "all|auto|x86|arm|software");

    /// <summary>Which files notice which fault.</summary>
    [Theory]
    [InlineData("AesEncrypt 128", new[] { "instructions", "aes-gcm-siv.json", "aez.json", "aes-ctr.json" })]
    [InlineData("AesEncryptLast 128", new[] { "instructions", "aes-gcm-siv.json", "aes-ctr.json" })]
    [InlineData("MultiplyLowLow 512", new[] { "instructions", "aes-gcm-siv.json" })]
    [InlineData("nothing", new string[0])]
    public void OnAMachineWithAFault_SaysWhere(string instruction, string[] noticing)
    {
        Backend backend = new Backend<HardwareBackend<X86Rounds<FaultyX86>, Multiply512<FaultyX86>, Vector512<ulong>>>();
        VectorResult[] results = Fault.With<VectorResult[]>(
            instruction, 3, () => [.. SelfTestCommand.ReadFiles().Select(file => VectorResult.Of(file, backend, _ => { }))]);
        Assert.Equal(_files, results.Select(result => result.File));
        Assert.Equal(noticing, results.Where(result => result.Failed > 0).Select(result => result.File));
        Assert.All(
            results.SelectMany(result => result.Failures, (result, failure) => (result.File, failure.ToString())),
            failure => Assert.Matches($"^{failure.File}, [a-z0-9-]+, on x86 \\(AES instructions, 512-bit carry-less multiply\\): .+", failure.Item2));
    }

    /// <summary>Each is one of vectors/, as it is there, but for the steps on the way.</summary>
    [Theory]
    [InlineData("aes-gcm-siv.json", "vectors")]
    [InlineData("aez.json", "encrypt")]
    [InlineData("aes-ctr.json", "vectors")]
    public void Answers_Always_AreThoseOfTheVectorFiles(string name, string list)
    {
        using Stream stream = typeof(SelfTestCommand).Assembly.GetManifestResourceStream(name)!;
        JsonNode file = JsonNode.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "vectors", name)))!;
        Dictionary<string, JsonObject> whole = file[list]!.AsArray().ToDictionary(v => (string)v!["id"]!, v => v!.AsObject());
        Assert.All(JsonNode.Parse(stream)![list]!.AsArray(), vector =>
        {
            JsonObject same = whole[(string)vector!["id"]!];
            Assert.All(vector.AsObject(), field => Assert.True(JsonNode.DeepEquals(field.Value, same[field.Key]), $"{vector["id"]}: {field.Key}"));
        });
    }
}
