namespace AesModes.Tests.Tool;

/// <summary>Tests the behaviour that all verbs share: help, and incorrect arguments.</summary>
public class CommandLineTests
{
    private const string Cbc = "Usage: aesmodes cbc ITERATIONS BLOCKS ";
    private const string Sizes = "from 1 to 1,073,741,824, separated by commas";
    private const string Speed = "Usage: aesmodes speed ";
    private const string Trace = "Usage: aesmodes trace AAD_LEN MSG_LEN";

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

    /// <summary>Each default appears once, in the form that a user would type.</summary>
    [Theory]
    [InlineData("speed", "sizes in bytes; 16,256,1024,16384,1048576 by default.", "size in bits. [default: 256]", "less certain. [default: 30]", "The mode to measure. [default: all]")]
    [InlineData("cbc", "size in bits. [default: 128]")]
    public void Help_OfAVerb_SaysItsDefaultsOnce(string verb, params string[] says)
    {
        string help = ToolProcess.Run(verb, "--help").AssertSucceeded().Output;
        Assert.All(says, text => Assert.Contains(text, help, StringComparison.Ordinal));
        Assert.DoesNotContain("[default: 16|", help, StringComparison.Ordinal);
    }

    /// <summary>Without --algorithm, decrypt accepts any authenticated algorithm.</summary>
    [Fact]
    public void Help_OfDecrypt_NamesNoDefaultAlgorithm()
    {
        Assert.Contains("[default: gcm-siv]", ToolProcess.Run("encrypt", "--help").AssertSucceeded().Output, StringComparison.Ordinal);
        Assert.DoesNotContain("[default: gcm-siv]", ToolProcess.Run("decrypt", "--help").AssertSucceeded().Output, StringComparison.Ordinal);
    }

    /// <summary>The path is a folder, not a file.</summary>
    [Theory]
    [InlineData("demo")]
    [InlineData("vectors")]
    public void AFolder_ForAFile_IsRefusedAsAFolder(string verb)
    {
        using TestFolder folder = new();
        string path = Directory.CreateDirectory(folder["folder"]).FullName;
        ToolProcess.Run(verb, path).AssertRefused(1, $"{path} is a folder.");
    }

    [Theory]
    [InlineData("demo")]
    [InlineData("vectors")]
    public void AFileThatIsNotThere_IsNamed(string verb)
    {
        using TestFolder folder = new();
        ToolProcess.Run(verb, folder["none"]).AssertRefused(1, $"There is no file {folder["none"]}.");
    }

    /// <summary>An empty file has no speed.</summary>
    [Fact]
    public void Demo_EmptyFile_SucceedsWithoutSpeed()
    {
        Assert.SkipWhen(Effort.IsSlow, "the demo measures too long without vector instructions");
        using TestFolder folder = new();
        string output = ToolProcess.Run("demo", folder.Add("empty", [])).AssertSucceeded().Output;
        Assert.Contains("All checks passed.", output, StringComparison.Ordinal);
        Assert.Contains("compilation at first use:", output, StringComparison.Ordinal);
        Assert.Contains("encrypted in ", output, StringComparison.Ordinal);
        Assert.DoesNotContain("MB/s", output, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public void AVerb_WithAnUnknownOption_IsRefusedOnOneLineThatSaysWhatIsAllowed(string verb) =>
        ToolProcess.Run(verb, "--no-such-option").AssertRefused(2, "--no-such-option", $"Usage: aesmodes {verb} ");

    [Fact]
    public void AnUnknownVerb_IsRefusedWithAllVerbs() =>
        ToolProcess.Run("seel").AssertRefused(2, ["'seel'", .. Verbs.Select(row => row.Data)]);

    [Fact]
    public void NoVerb_IsRefusedWithAllVerbs() => ToolProcess.Run().AssertRefused(2, [.. Verbs.Select(row => row.Data)]);

    /// <summary>A trailing space adds an empty argument.</summary>
    [Theory]
    [InlineData("demo --backend z80", "'z80'", "auto|x86|arm|software")]
    [InlineData("cbc 0 5", "ITERATIONS", Cbc)]
    [InlineData("cbc 1000001 5", "ITERATIONS", Cbc)]
    [InlineData("cbc 5 0", "BLOCKS", Cbc)]
    [InlineData("cbc 5 4194305", "BLOCKS", Cbc)]
    [InlineData("cbc 5 many", "BLOCKS", Cbc)]
    [InlineData("cbc 5 -1", "BLOCKS must be a whole number from 1 to ", "'-1'", Cbc)]
    [InlineData("cbc 5", "BLOCKS", Cbc)]
    [InlineData("cbc 5 5 --key-size 512", "128|192|256", Cbc)]
    [InlineData("cbc 5 5 --backend z80", "auto|x86|arm|software|all", Cbc)]
    [InlineData("speed --sizes 0", "'0'", Sizes, Speed)]
    [InlineData("speed --sizes 16,x", "'16,x'", Sizes, Speed)]
    [InlineData("speed --sizes 16,", "'16,'", Sizes, Speed)]
    [InlineData("speed --sizes 1073741825", "'1073741825'", Sizes, Speed)]
    [InlineData("speed --sizes 99999999999999999999", "'99999999999999999999'", Sizes, Speed)]
    [InlineData("speed --key-size 192", "'192'", "128 or 256")]
    [InlineData("speed --algorithm gcm", "'gcm'", "all|gcm-siv|aez|ctr")]
    [InlineData("speed --backend z80", "'z80'", "all|auto|x86|arm|software")]
    [InlineData("speed --seconds 0", "'0'", "from 1 to 3,600")]
    [InlineData("trace 1048577 0", "AAD_LEN", "1,048,576", Trace)]
    [InlineData("trace 0 1048577", "MSG_LEN", "1,048,576", Trace)]
    [InlineData("trace 0 1.5", "MSG_LEN", "'1.5'", Trace)]
    [InlineData("trace -1 0", "'-1'", "AAD_LEN", Trace)]
    [InlineData("trace 0 99999999999999999999", "MSG_LEN", "99999999999999999999", Trace)]
    [InlineData("trace 0", "MSG_LEN")]
    [InlineData("trace 0 0 --key-size 192", "'192'", "128 or 256")]
    [InlineData("vectors", "FILE", "all|auto|x86|arm|software")]
    [InlineData("vectors ", "FILE")]
    [InlineData("vectors -1", "There is no option '-1'")]
    [InlineData("key -1", "There is no option '-1'")]
    [InlineData("selftest --backend avr", "avr", "all|auto|x86|arm|software")]
    public void WrongArguments_AreRefusedOnOneLineThatSaysWhatIsAllowed(string arguments, params string[] says) =>
        ToolProcess.Run(arguments.Split(' ')).AssertRefused(2, says);

    /// <summary>No machine has both x86 and ARM.</summary>
    [Theory]
    [InlineData("cbc 3 150")]
    [InlineData("speed")]
    [InlineData("trace 0 0")]
    public void ABackendThatThisMachineLacks_Fails(string arguments)
    {
        string lacking = Backend.All.Where(backend => !backend.HasNativeCode).Select(backend => backend.Name).Except(BackendNames).First();
        ToolProcess.Run([.. arguments.Split(' '), "--backend", lacking]).AssertRefused(1, lacking);
    }

    /// <summary>The names of this machine's backends, each once.</summary>
    internal static string[] BackendNames => [.. Backend.All.Where(backend => backend.IsSupported && !backend.HasNativeCode).Select(backend => backend.Name).Distinct()];
}
