using System.Text.Json;
using AesModes.Backends;
using AesModes.Tool.Cbc;
using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>The verb cbc: what it prints on each backend, that its figures fit each other, and what it refuses.</summary>
public class CbcCommandTests
{
    private static string[] BackendsHere => [.. Backend.All.Where(b => b.IsSupported).Select(b => b.Name).Distinct()];

    public static TheoryData<string> Backends => ["auto", .. Backend.All.Select(b => b.Name).Distinct()];

    [Theory]
    [MemberData(nameof(Backends))]
    public void OneBackend_InAPipe_IsValidatedAndMeasured(string backend)
    {
        ToolProcess run = ToolProcess.Run("cbc", "3", "150", "--backend", backend);
        if (backend != "auto" && !BackendsHere.Contains(backend))
        {
            run.AssertRefused(1, backend);
            return;
        }

        string[] lines = run.AssertSucceeded().Output.Split('\n', StringSplitOptions.TrimEntries);
        Assert.StartsWith("AES-128 in CBC mode on ", lines[0], StringComparison.Ordinal);
        Assert.Matches(@"^Clock: \d+\.\d\d GHz, (detected from the operating system|measured by a chain of dependent additions)", lines[1]);
        Assert.Equal("Bytes per call: 2,400 (150 blocks)", lines[2]);
        Assert.StartsWith("Iterations: 3, all right", lines[3], StringComparison.Ordinal);
        string name = backend == "auto" ? BackendsHere[0] : backend;
        string[] rows = [.. lines.SkipWhile(line => !line.StartsWith("backend ", StringComparison.Ordinal)).Skip(1).Take(6)];
        (string, string)[] expected = [.. ((string[])["encryption", "decryption"]).SelectMany(o => ((string[])["average", "best", "worst"]).Select(i => (o, i)))];
        Assert.Equal(6, rows.Length);
        for (int i = 0; i < rows.Length; i++)
        {
            string number = @"[\d,]+\.\d+";
            Assert.Matches($"^{name} +{expected[i].Item1} +{expected[i].Item2} +{number} +{number} +{number}$", rows[i]);
        }

        Assert.DoesNotContain("times as fast as", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void AllBackends_InAPipe_AreComparedWithTheLast()
    {
        string output = ToolProcess.Run("cbc", "2", "20", "--key-size", "256", "--backend", "all").AssertSucceeded().Output;

        Assert.StartsWith("AES-256", output, StringComparison.Ordinal);
        foreach (string backend in BackendsHere)
        {
            Assert.Matches($"(?m)^{backend} +decryption +worst ", output);
        }

        Assert.Equal(BackendsHere.Length > 1, output.Contains("times as fast as", StringComparison.Ordinal));
        foreach (string backend in BackendsHere[..^1])
        {
            Assert.Matches($@"(?m)^{BackendsHere[^1]} +{backend} +decryption +\d+\.\d\d +\d+\.\d\d\s*$", output);
        }
    }

    [Fact]
    public void AllBackends_AsJson_HaveFiguresThatFitEachOther()
    {
        string output = ToolProcess.Run("cbc", "7", "64", "--key-size", "192", "--backend", "all", "--json").AssertSucceeded().Output;
        using JsonDocument document = JsonDocument.Parse(output);
        JsonElement root = document.RootElement;

        Assert.Equal((192, 7, 64, 1024), (Int(root, "keySize"), Int(root, "iterations"), Int(root, "blocks"), Int(root, "bytesPerCall")));
        Assert.Contains(root.GetProperty("clock").GetProperty("source").GetString(), (string[])["measured", "operating system"]);
        double gigahertz = Number(root.GetProperty("clock"), "gigahertz");
        Assert.InRange(gigahertz, 0.1, 10);
        Assert.InRange(Number(root, "timerStepMicroseconds"), 0.0001, 1000);
        Assert.True(root.TryGetProperty("timerDominates", out _));

        JsonElement[] backends = [.. root.GetProperty("backends").EnumerateArray()];
        Assert.Equal(BackendsHere, backends.Select(b => b.GetProperty("backend").GetString()));
        foreach (JsonElement operation in backends.SelectMany(b => (JsonElement[])[b.GetProperty("encryption"), b.GetProperty("decryption")]))
        {
            double best = Number(operation.GetProperty("best"), "microseconds");
            double worst = Number(operation.GetProperty("worst"), "microseconds");
            Assert.True(best > 0);
            Assert.InRange(worst, best, double.MaxValue);

            // A sum is rounded, and the times may all be the same.
            Assert.InRange(Number(operation.GetProperty("average"), "microseconds"), best * (1 - 1e-9), worst * (1 + 1e-9));
            foreach (JsonElement figures in operation.EnumerateObject().Select(p => p.Value))
            {
                double microseconds = Number(figures, "microseconds");
                Assert.Equal(1, Number(figures, "megabytesPerSecond") * microseconds / 1024, 6);
                Assert.Equal(1, Number(figures, "cyclesPerByte") * 1024 / (microseconds * 1000 * gigahertz), 6);
            }
        }

        JsonElement[] ratios = [.. root.GetProperty("ratios").EnumerateArray()];
        Assert.Equal(BackendsHere[..^1], ratios.Select(r => r.GetProperty("backend").GetString()));
        for (int i = 0; i < ratios.Length; i++)
        {
            Assert.Equal(BackendsHere[^1], ratios[i].GetProperty("against").GetString());
            foreach ((string operation, string which) in (ReadOnlySpan<(string, string)>)[("Encryption", "Average"), ("Encryption", "Best"), ("Decryption", "Average"), ("Decryption", "Best")])
            {
                Assert.Equal(Time(backends[^1], operation, which) / Time(backends[i], operation, which), Number(ratios[i], LowerFirst(operation) + which), 6);
            }
        }
    }

    [Theory]
    [InlineData("ITERATIONS", "0", "5")]
    [InlineData("ITERATIONS", "1000001", "5")]
    [InlineData("BLOCKS", "5", "0")]
    [InlineData("BLOCKS", "5", "4194305")]
    [InlineData("BLOCKS", "5", "many")]
    [InlineData("BLOCKS", "5")]
    [InlineData("128|192|256", "5", "5", "--key-size", "512")]
    [InlineData("auto|x86|arm|software|all", "5", "5", "--backend", "z80")]
    public void WrongArguments_AreRefusedOnOneLine(string says, params string[] arguments) =>
        ToolProcess.Run(["cbc", .. arguments]).AssertRefused(2, says, "Allowed: aesmodes cbc ITERATIONS BLOCKS ");

    /// <summary>A step of 0.1 µs is a twentieth of 2 µs.</summary>
    [Fact]
    public void TimerStep_ByTheShortestCall_DominatesOrNot()
    {
        Assert.True(TimerStep.Dominates(0.1, 1.99));
        Assert.False(TimerStep.Dominates(0.1, 2.01));
    }

    private static int Int(JsonElement parent, string name) => parent.GetProperty(name).GetInt32();

    private static double Number(JsonElement parent, string name) => parent.GetProperty(name).GetDouble();

    private static double Time(JsonElement backend, string operation, string which) =>
        Number(backend.GetProperty(LowerFirst(operation)).GetProperty(LowerFirst(which)), "microseconds");

    private static string LowerFirst(string name) => char.ToLowerInvariant(name[0]) + name[1..];
}
