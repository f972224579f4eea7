using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>What all verbs have in common: their help, and how wrong arguments end.</summary>
public class CommandLineTests
{
    public static TheoryData<string> Verbs => ["demo", "cbc", "trace", "vectors", "selftest", "speed", "key", "encrypt", "decrypt"];

    [Fact]
    public void Help_OfTheCommand_NamesEveryVerb()
    {
        string help = ToolProcess.Run("--help").AssertSucceeded().Output;

        string[] listed = [.. help.Split("Commands:")[1].Split('\n').Select(line => line.TrimStart().Split(' ')[0]).Where(verb => verb.Length > 0)];
        Assert.Equal(Verbs.Select(row => row.Data).Order(), listed.Order());
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public void Help_OfAVerb_HasAnExample(string verb) =>
        Assert.Contains($"Example: aesmodes {verb}", ToolProcess.Run(verb, "--help").AssertSucceeded().Output, StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Verbs))]
    public void AVerb_WithAnUnknownOption_IsRefusedOnOneLineThatSaysWhatIsAllowed(string verb) =>
        ToolProcess.Run(verb, "--no-such-option").AssertRefused(2, "--no-such-option", $"Allowed: aesmodes {verb} ");

    [Fact]
    public void AnUnknownVerb_IsRefusedWithAllVerbs() =>
        ToolProcess.Run("seel").AssertRefused(2, ["'seel'", .. Verbs.Select(row => row.Data)]);

    [Fact]
    public void NoVerb_IsRefusedWithAllVerbs() => ToolProcess.Run().AssertRefused(2, [.. Verbs.Select(row => row.Data)]);

    [Fact]
    public void ABackendThatThereIsNot_IsRefusedWithTheNames() =>
        ToolProcess.Run("demo", "--backend", "z80").AssertRefused(2, "'z80'", "auto|x86|arm|software");
}
