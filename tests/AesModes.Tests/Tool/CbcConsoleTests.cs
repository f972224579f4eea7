using System.CommandLine;
using System.Text.Json;
using AesModes.Measuring;
using AesModes.Tests.Measuring;
using AesModes.Tool.Cbc;
using AesModes.Tool.Common;

namespace AesModes.Tests.Tool;

/// <summary>Tests output of the verb cbc that the built tool cannot be made to print: for an incorrect cipher, a misread clock, and calls too short to time.</summary>
[Collection(nameof(CbcConsoleTests))]
[CollectionDefinition(nameof(CbcConsoleTests), DisableParallelization = true)]
public class CbcConsoleTests
{
    [Fact]
    public async Task Command_WithAFault_EndsWithOneLineAndExitCode1()
    {
        RootCommand root = new("Test.")
        {
            CbcCommand.Create((_, key) => new FaultyCbc(key.ToArray(), "decryption", stops: false, at: 37, faultyCall: 1)),
        };
        int exitCode = 0;
        (string output, string error) = await Capture(async () => exitCode = await CommandLine.RunAsync(root, ["cbc", "5", "10", "--backend", "software"]));

        Assert.Equal(1, exitCode);
        Assert.Matches(@"^software is wrong: decryption while warming up, byte 5 of block 2 [^\n]*\n$", error.ReplaceLineEndings("\n"));
        Assert.Empty(output);
    }

    [Fact]
    public async Task Command_WithACipherFasterThanItsAesRounds_EndsWithOneLineAndExitCode1()
    {
        Assert.SkipUnless(MachineSpeed.Read() is { ClockFault: null, HasAesRounds: true }, "There is no clock here, or no AES instructions.");
        RootCommand root = new("Test.")
        {
            CbcCommand.Create((_, key) => new BoastfulCbc(key.ToArray())),
        };
        int exitCode = 0;
        (string output, string error) = await Capture(async () => exitCode = await CommandLine.RunAsync(root, ["cbc", "5", "10", "--backend", "software"]));

        Assert.Equal(1, exitCode);
        Assert.Matches(@"^software is wrong: encryption took [\d.]+ µs, but its AES rounds alone take \d+\.\d{3} µs\. [^\n]*\n$", error.ReplaceLineEndings("\n"));
        Assert.Empty(output);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Print_OfAResult_SaysWhetherTheTimerDominates(bool dominates)
    {
        string output = await Print(CreateResult(MachineSpeedTests.Create(3, 3), dominates));

        Assert.Equal(dominates, output.Contains("too short for the timer, whose step is 0.125 µs", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Print_WithATrustedClock_HasCyclesAndTheBound()
    {
        CbcResult result = CreateResult(MachineSpeedTests.Create(4.1, 4.1));
        string output = await Print(result);

        Assert.Contains("Clock: 4.10 GHz", output, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^x86 +encryption +average +3\.000 +1,365\.3 +3\.003\s*$", output);
        Assert.Matches(@"(?m)^x86 +encryption +bound +2\.498 +1,640\.0 +2\.500\s*$", output);
        Assert.Matches(@"(?m)^x86 +decryption +bound +0\.312 +13,120\.0 +0\.31[23]\s*$", output);
    }

    [Fact]
    public async Task Print_WithoutATrustedClock_HasNoCycles()
    {
        CbcResult result = CreateResult(MachineSpeedTests.Create(gigahertz: 4.1, additions: 1.4));
        string output = await Print(result);

        Assert.Contains("Clock: not trusted, so there are no cycles. ", output, StringComparison.Ordinal);
        Assert.DoesNotContain("GHz", output, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^x86 +encryption +average +3\.000 +1,365\.3 +-\s*$", output);
        JsonElement json = JsonSerializer.SerializeToElement(result, JsonSerializerOptions.Web);
        JsonElement best = json.GetProperty("backends")[0].GetProperty("encryption").GetProperty("best");
        Assert.Equal(JsonValueKind.Null, json.GetProperty("clock").GetProperty("gigahertz").ValueKind);
        Assert.Equal(JsonValueKind.Null, best.GetProperty("cyclesPerByte").ValueKind);
    }

    /// <summary>A result of 3 µs for the encryption and the decryption of 256 blocks of AES-128.</summary>
    private static CbcResult CreateResult(MachineSpeed speed, bool timerDominates = false)
    {
        var clock = ClockRate.Choose(speed, null);
        CbcContestant contestant = new("x86", null!);
        contestant.Encryption.Add(3);
        contestant.Decryption.Add(3);
        return new("a", "b", "c", 128, 1, 256, 4096, clock, 0.125, timerDominates, [BackendFigures.Of(contestant, CbcBounds.Of(2560, speed), 4096, clock)], []);
    }

    private static async Task<string> Print(CbcResult result)
    {
        (string output, _) = await Capture(() =>
        {
            CbcReport.Print(result);
            return Task.CompletedTask;
        });
        return output;
    }

    private static async Task<(string Output, string Error)> Capture(Func<Task> run)
    {
        (TextWriter output, TextWriter error) = (Console.Out, Console.Error);
        await using StringWriter printed = new();
        await using StringWriter complained = new();
        Console.SetOut(printed);
        Console.SetError(complained);
        try
        {
            await run();
        }
        finally
        {
            Console.SetOut(output);
            Console.SetError(error);
        }

        return (printed.ToString(), complained.ToString());
    }

    /// <summary>A correct cipher that claims more AES rounds than any CPU could execute in the time.</summary>
    private sealed class BoastfulCbc(byte[] key) : CbcCipher
    {
        private readonly CbcCipher _right = Create(Backend.Require(), key);

        public override int AesRounds => int.MaxValue;

        public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) => _right.Encrypt(iv, source, destination);

        public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) => _right.Decrypt(iv, source, destination);

        public override void Dispose() => _right.Dispose();
    }
}
