using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>An output that cannot take its name at the end, and the names that mean one file.</summary>
public class OutputFileTests
{
    [Fact]
    public void Commit_AFolderTookTheName_SaysSoAndLeavesNoTemporaryFile()
    {
        using TestFolder folder = new();
        CommandFailure failure = FailToCommit(folder, overwrite: true, () => Directory.CreateDirectory(folder["out"]));
        Assert.StartsWith($"{folder["out"]} could not be written: ", failure.Message, StringComparison.Ordinal);
        Assert.Equal(["out"], folder.Names);
        Assert.Empty(Directory.GetFileSystemEntries(folder["out"]));
    }

    [Fact]
    public void Commit_AFileTookTheNameAndMayNotBeReplaced_LeavesItAsItIs()
    {
        using TestFolder folder = new();
        CommandFailure failure = FailToCommit(folder, overwrite: false, () => folder.Add("out", [4, 5]));
        Assert.StartsWith($"{folder["out"]} could not be written: ", failure.Message, StringComparison.Ordinal);
        Assert.Equal(["out"], folder.Names);
        Assert.Equal([4, 5], File.ReadAllBytes(folder["out"]));
    }

    /// <summary>.ci/on-windows has the same for a file that another program has open.</summary>
    [Fact]
    public void CheckFree_AReadOnlyFile_IsRefusedOnWindowsAlone()
    {
        using TestFolder folder = new();
        FileInfo file = new(folder.Add("out", [1])) { IsReadOnly = true };
        Exception? refusal = Record.Exception(() => OutputFile.CheckFree(file.FullName, overwrite: true));
        file.IsReadOnly = false;
        Assert.Equal(OperatingSystem.IsWindows(), refusal is CommandFailure);
    }

    /// <summary>On Windows PHOTOS.KEY is photos.key: a key file that OUT replaces is lost, and the files under it are too.</summary>
    [Theory]
    [InlineData("photos.key", "photos.key", true, true)]
    [InlineData("photos.key", "folder/../photos.key", true, true)]
    [InlineData("photos.key", "PHOTOS.KEY", false, true)]
    [InlineData("é.key", "É.KEY", false, true)]
    [InlineData("photos.key", "photo.key", false, false)]
    public void AreSamePath_Names_AreComparedAsTheSystemDoes(string one, string other, bool withCase, bool withoutCase)
    {
        Assert.Equal(withCase, FileParameters.AreSamePath(one, other, StringComparison.Ordinal));
        Assert.Equal(withoutCase, FileParameters.AreSamePath(one, other, StringComparison.OrdinalIgnoreCase));
        Assert.Equal(OperatingSystem.IsWindows() || OperatingSystem.IsMacOS(), FileParameters.PathComparison == StringComparison.OrdinalIgnoreCase);
    }

    private static CommandFailure FailToCommit(TestFolder folder, bool overwrite, Action takeTheName)
    {
        using OutputFile output = OutputFile.Create(folder["out"], overwrite, ownerOnly: false);
        output.Stream.Write([1, 2, 3]);
        takeTheName();
        return Assert.Throws<CommandFailure>(output.Commit);
    }
}
