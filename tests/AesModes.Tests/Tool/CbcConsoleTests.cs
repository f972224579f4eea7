using System.CommandLine;
using AesModes.Tool.Cbc;
using AesModes.Tool.Common;

namespace AesModes.Tests.Tool;

/// <summary>What the verb cbc prints where the built tool cannot be made to: of a wrong cipher, and of calls too short to be timed.</summary>
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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Print_OfAResult_SaysWhetherTheTimerDominates(bool dominates)
    {
        ClockRate clock = ClockRate.Choose(3, null);
        CbcContestant contestant = new("software", null!);
        contestant.Encryption.Add(1000);
        contestant.Decryption.Add(1000);
        CbcResult result = new("a", "b", "c", 128, 1, 1, 16, clock, 0.125, dominates, [BackendFigures.Of(contestant, 16, clock)], []);

        (string output, _) = await Capture(() =>
        {
            CbcReport.Print(result);
            return Task.CompletedTask;
        });

        Assert.Equal(dominates, output.Contains("too short for the timer, whose readings are 0.125 µs apart", StringComparison.Ordinal));
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
}
