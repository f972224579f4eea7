using System.Text.Json;
using AesModes.Tool.Cbc;
using static AesModes.Tests.Tool.CommandLineTests;

namespace AesModes.Tests.Tool;

/// <summary>Tests the verb cbc: its output on each backend, the consistency of its figures, and what it rejects.</summary>
public class CbcCommandTests
{
    public static TheoryData<string> Backends => ["auto", .. BackendNames];

    [Theory]
    [MemberData(nameof(Backends))]
    public void OneBackend_InAPipe_IsValidatedAndMeasured(string backend)
    {
        string output = ToolProcess.Run("cbc", "3", "150", "--backend", backend).AssertSucceeded().Output;
        string[] lines = output.Split('\n', StringSplitOptions.TrimEntries);
        Assert.StartsWith("AES-128 in CBC mode on ", lines[0], StringComparison.Ordinal);
        Assert.Matches(@"^Clock: (\d+\.\d\d GHz, measured by a chain of dependent additions; the operating system |not trusted, so there are no cycles\. )", lines[1]);
        Assert.Equal("Bytes per call: 2,400 (150 blocks)", lines[2]);
        Assert.StartsWith("Iterations: 3, all correct", lines[3], StringComparison.Ordinal);
        string name = backend == "auto" ? BackendNames[0] : backend;
        bool isTrusted = lines[1].Contains("GHz", StringComparison.Ordinal);
        string[] iterations = isTrusted && name is ("x86" or "arm") ? ["average", "best", "worst", "bound"] : ["average", "best", "worst"];
        (string, string)[] expected = [.. ((string[])["encryption", "decryption"]).SelectMany(o => iterations.Select(i => (o, i)))];
        string[] rows = [.. lines.SkipWhile(line => !line.StartsWith("backend ", StringComparison.Ordinal)).Skip(1).TakeWhile(line => line.Length > 0)];
        Assert.Equal(expected.Length, rows.Length);
        for (int i = 0; i < rows.Length; i++)
        {
            string number = @"[\d,]+\.\d+";
            Assert.Matches($"^{name} +{expected[i].Item1} +{expected[i].Item2} +{number} +{number} +{(isTrusted ? number : "-")}$", rows[i]);
        }

        Assert.DoesNotContain("times as fast as", output, StringComparison.Ordinal);
    }

    [Fact]
    public void AllBackends_InAPipe_AreComparedWithTheLast()
    {
        string output = ToolProcess.Run("cbc", "2", "20", "--key-size", "256", "--backend", "all").AssertSucceeded().Output;

        Assert.StartsWith("AES-256", output, StringComparison.Ordinal);
        foreach (string backend in BackendNames)
        {
            Assert.Matches($"(?m)^{backend} +decryption +worst ", output);
        }

        Assert.Equal(BackendNames.Length > 1, output.Contains("times as fast as", StringComparison.Ordinal));
        foreach (string backend in BackendNames[..^1])
        {
            Assert.Matches($@"(?m)^{BackendNames[^1]} +{backend} +decryption +\d+\.\d\d +\d+\.\d\d\s*$", output);
        }
    }

    [Fact]
    public void AllBackends_AsJson_HaveFiguresThatFitEachOther()
    {
        string output = ToolProcess.Run("cbc", "7", "64", "--key-size", "192", "--backend", "all", "--json").AssertSucceeded().Output;
        CbcResult result = JsonSerializer.Deserialize<CbcResult>(output, JsonSerializerOptions.Web)!;

        Assert.Equal((192, 7, 64, 1024), (result.KeySize, result.Iterations, result.Blocks, result.BytesPerCall));
        Assert.Equal(result.Clock.Gigahertz is null, result.Clock.Fault is not null);
        Assert.InRange(result.Clock.Gigahertz ?? 1, 0.1, 10);
        Assert.InRange(result.TimerStepMicroseconds, 0.0001, 1000);
        Assert.Contains("\"timerDominates\"", output, StringComparison.Ordinal);

        Assert.Equal(BackendNames, result.Backends.Select(b => b.Backend));
        foreach (OperationFigures operation in result.Backends.SelectMany(b => (OperationFigures[])[b.Encryption, b.Decryption]))
        {
            (double best, double worst) = (operation.Best.Microseconds, operation.Worst.Microseconds);
            Assert.True(best > 0);
            Assert.InRange(worst, best, double.MaxValue);

            // The sum is rounded, and all times may be equal.
            Assert.InRange(operation.Average.Microseconds, best * (1 - 1e-9), worst * (1 + 1e-9));
            foreach (Figures figures in (Figures[])[operation.Average, operation.Best, operation.Worst])
            {
                Assert.Equal(1, figures.MegabytesPerSecond * figures.Microseconds / 1024, 6);
                Assert.Equal(result.Clock.Gigahertz is null, figures.CyclesPerByte is null);
                Assert.Equal(1, (figures.CyclesPerByte * 1024 / (figures.Microseconds * 1000 * result.Clock.Gigahertz)) ?? 1, 6);
            }
        }

        Assert.Equal(BackendNames[..^1], result.Ratios.Select(r => r.Backend));
        BackendFigures last = result.Backends[^1];
        foreach ((SpeedRatio ratio, BackendFigures backend) in result.Ratios.Zip(result.Backends))
        {
            Assert.Equal(last.Backend, ratio.Against);
            Assert.Equal(last.Encryption.Average.Microseconds / backend.Encryption.Average.Microseconds, ratio.EncryptionAverage, 6);
            Assert.Equal(last.Encryption.Best.Microseconds / backend.Encryption.Best.Microseconds, ratio.EncryptionBest, 6);
            Assert.Equal(last.Decryption.Average.Microseconds / backend.Decryption.Average.Microseconds, ratio.DecryptionAverage, 6);
            Assert.Equal(last.Decryption.Best.Microseconds / backend.Decryption.Best.Microseconds, ratio.DecryptionBest, 6);
        }
    }

    /// <summary>A step of 0.1 µs is a twentieth of 2 µs.</summary>
    [Fact]
    public void TimerStep_ByTheShortestCall_DominatesOrNot()
    {
        Assert.True(TimerStep.Dominates(0.1, 1.99));
        Assert.False(TimerStep.Dominates(0.1, 2.01));
    }
}
