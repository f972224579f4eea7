using System.Text.RegularExpressions;
using AesModes.Tool.SelfTest;
using AesModes.Tool.Speed;

namespace AesModes.Tests.Contracts;

/// <summary>A mode is added in many places (docs/extending.md): does each that has something for every public class have it for all of them?</summary>
public sealed partial class ModeTests
{
    private static readonly Type[] _modes = Form.ModeClasses;

    /// <summary>
    /// A file, or a folder and a pattern: one of those files has to name the class, or its form. What goes over all forms is held by <see cref="FormTests"/>.
    /// </summary>
    public static TheoryData<string> Rooms =>
    [
        "tests/AesModes.Tests/Contracts/ApiContract.cs",
        "tests/AesModes.Tests/Contracts/SizeTests.cs",
        "tests/AesModes.Tests/Contracts/DisposeTests.cs",
        "tests/AesModes.Tests/Limits/GuardPageTests.cs",
        "tests/AesModes.Tests/Limits/AllocationTests.cs",
        "tests/AesModes.Tests/Limits/DisposeRaceTests.cs",
        "tests/AesModes.MemoryScan/Calls.cs",
        "tests/AesModes.Tests/Limits/ThreadTests.cs",
        "tests/AesModes.Tests/Fuzz/ArgumentFuzz.cs",
        "tests/AesModes.Tests/Fuzz/MessageFuzz.cs",
        "tests/AesModes.MachineCode/Driver.cs",
        "tests/AesModes.Timing/*.cs",
        "tests/constant-time/*Runs.cs",
        "tests/mutation",
        "src/AesModes.Measuring/Peers/*Peer.cs",
        "src/AesModes.Tool/Files/*Cipher.cs",
        "src/AesModes.Tool/Vectors/*Case.cs",
        "benchmarks/AesModes.Benchmarks/Peers/InstanceKind.cs",
        ".ci/use-package",
        "README.md",
        "CHANGELOG.md",
        "docs/api.md",
        "docs/choosing.md",
        "docs/threat-model.md",
        "src/AesModes/PACKAGE.md",
    ];

    [Theory]
    [MemberData(nameof(Rooms))]
    public void Room_ForEveryMode_NamesEachClass(string room)
    {
        string path = Repository.PathOf(room);
        string[] files = Directory.GetFiles(Path.GetDirectoryName(path)!, Path.GetFileName(path));
        Assert.NotEmpty(files);

        // A comment does nothing with it.
        HashSet<string> words = [.. files.SelectMany(File.ReadLines).Where(l => !l.TrimStart().StartsWith("//", StringComparison.Ordinal)).SelectMany(l => Word().Matches(l), (_, m) => m.Value)];
        string[] missing = [.. _modes.Where(m => !words.Contains(m.Name) && !words.Contains(Form.All.First(f => f.Type == m).GetType().Name)).Select(m => m.Name)];
        Assert.True(missing.Length == 0, $"{room} has nothing for {string.Join(", ", missing)}.");
    }

    [Fact]
    public void ConstantTime_EachFileOfRuns_IsCalled()
    {
        string program = Repository.Read("tests/constant-time/Program.cs", "It calls what runs under valgrind.");
        string[] runs = [.. Directory.GetFiles(Repository.PathOf("tests/constant-time"), "*Runs.cs").Select(f => Path.GetFileNameWithoutExtension(f))];
        Assert.NotEmpty(runs);
        Assert.All(runs, name => Assert.Contains($"{name}.Run(", program, StringComparison.Ordinal));
    }

    /// <summary>There a mode has another name, or a file of answers.</summary>
    [Fact]
    public void Tool_SpeedAndSelfTest_HaveAsManyModes()
    {
        Assert.Equal(_modes.Length, Contest.Algorithms.Count);
        Assert.Equal(_modes.Length, SelfTestCommand.ReadFiles().Length);
    }

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();
}
