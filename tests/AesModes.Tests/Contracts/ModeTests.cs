using System.Text.RegularExpressions;
using AesModes.Tool.SelfTest;
using AesModes.Tool.Speed;

namespace AesModes.Tests.Contracts;

/// <summary>A new mode needs additions in many places (docs/extending.md). Tests that each place that must have something for every public class has it.</summary>
public sealed partial class ModeTests
{
    private static readonly Type[] _modes = Form.ModeClasses;

    /// <summary>A file, or a folder and a pattern. One of these files must name each class or its form. <see cref="FormTests"/> covers code that uses all forms.</summary>
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
    public void Place_ThatListsModes_NamesEachClass(string room)
    {
        string path = Repository.PathOf(room);
        string[] files = Directory.GetFiles(Path.GetDirectoryName(path)!, Path.GetFileName(path));
        Assert.NotEmpty(files);

        // A comment does not count.
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

    /// <summary>The tool uses other names for modes, or has a file of answers for each.</summary>
    [Fact]
    public void Tool_SpeedAndSelfTest_HaveAsManyModes()
    {
        Assert.Equal(_modes.Length, Contest.Algorithms.Count);
        Assert.Equal(_modes.Length, SelfTestCommand.ReadFiles().Length);
    }

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();
}
