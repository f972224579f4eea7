using System.Globalization;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests an output file that cannot take its name at the end, and names that refer to the same file.</summary>
public class OutputFileTests
{
    public OutputFileTests() => Assert.SkipWhen(Effort.SwitchedOff is not null, "files do not depend on the instructions");

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

    /// <summary>The messages are .NET's. They name the temporary file, which the user does not know.</summary>
    [Theory]
    [InlineData(true, "Access to the path '{0}' is denied.")]
    [InlineData(false, "Read-only file system : '{0}'")]
    public void Create_TheFolderTakesNoFile_NamesOutAndTheFolder(bool denied, string message)
    {
        using TestFolder folder = new();
        TestFileSystem system = new(Naming.Rename)
        {
            RefuseFile = path => denied ? new UnauthorizedAccessException(Text(path)) : new IOException(Text(path)),
        };
        CommandFailure failure = Assert.Throws<CommandFailure>(() => OutputFile.Create(folder["out"], overwrite: false, ownerOnly: true, CancellationToken.None, system));
        Assert.Equal($"{folder["out"]} could not be written: {Text(Path.GetDirectoryName(folder["out"])!)}", failure.Message);

        string Text(string path) => string.Format(CultureInfo.InvariantCulture, message, path);
    }

    /// <summary>.ci/on-windows tests the same for a file that another program has open.</summary>
    [Fact]
    public void CheckFree_AReadOnlyFile_IsRefusedOnWindowsAlone()
    {
        using TestFolder folder = new();
        FileInfo file = new(folder.Add("out", [1])) { IsReadOnly = true };
        Exception? refusal = Record.Exception(() => OutputFile.CheckFree(file.FullName, overwrite: true));
        file.IsReadOnly = false;
        Assert.Equal(OperatingSystem.IsWindows(), refusal is CommandFailure);
    }

    /// <summary>On Windows, PHOTOS.KEY is photos.key. If OUT replaced the key file, the files encrypted under it would be lost too.</summary>
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

    /// <summary>The file disappears immediately, even while the writing thread is in a long system call.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Cancel_BeforeCommit_LeavesNothingEvenBeforeDispose(bool overwrite)
    {
        using TestFolder folder = new();
        using CancellationTokenSource source = new();
        using OutputFile output = OutputFile.Create(folder["out"], overwrite, ownerOnly: true, source.Token);
        output.Stream.Write([1, 2, 3]);
        Assert.Equal(OperatingSystem.IsLinux() ? 0 : 1, folder.Names.Count());
        source.Cancel();
        Assert.Empty(folder.Names);
        Assert.Throws<OperationCanceledException>(output.Commit);
        Assert.Empty(folder.Names);
    }

    /// <summary>A signal handler cancels on its own thread and ends the process two seconds later.</summary>
    [Theory]
    [MemberData(nameof(TestFileSystem.NamingsAndForce), MemberType = typeof(TestFileSystem))]
    public async Task Cancel_WhileTheDiskIsSlow_LeavesNothingBeforeTheDiskHasDone(Naming naming, bool overwrite)
    {
        using TestFolder folder = new();
        using CancellationTokenSource source = new();
        using ManualResetEventSlim isFlushing = new();
        using ManualResetEventSlim diskHasDone = new();
        TestFileSystem system = new(naming)
        {
            Flush = () =>
            {
                isFlushing.Set();
                diskHasDone.Wait(TestContext.Current.CancellationToken);
            },
        };
        using OutputFile output = OutputFile.Create(folder["out"], overwrite, ownerOnly: true, source.Token, system);
        output.Stream.Write([1, 2, 3]);
        Task commit = Task.Run(output.Commit, TestContext.Current.CancellationToken);
        Assert.True(isFlushing.Wait(30_000, TestContext.Current.CancellationToken), "There was no flush to the disk.");
        await source.CancelAsync();
        Assert.Empty(folder.Names);
        diskHasDone.Set();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => commit);
        Assert.Empty(folder.Names);
    }

    /// <summary>After a power failure, the name must refer to the complete file.</summary>
    [Theory]
    [MemberData(nameof(TestFileSystem.NamingsAndForce), MemberType = typeof(TestFileSystem))]
    public void Commit_ByEachWay_WritesToTheDiskBeforeItTakesTheName(Naming naming, bool replaces)
    {
        using TestFolder folder = new();
        if (replaces)
        {
            folder.Add("out", [4, 5]);
        }

        TestFileSystem system = new(naming);
        using OutputFile output = OutputFile.Create(folder["out"], replaces, ownerOnly: true, CancellationToken.None, system);
        output.Stream.Write([1, 2, 3]);
        output.Commit();
        output.Dispose();
        Assert.Equal(["write", "flush", "name"], system.Events.Distinct());
        Assert.Equal(["out"], folder.Names);
        Assert.Equal([1, 2, 3], File.ReadAllBytes(folder["out"]));
    }

    /// <summary>Neither a file nor a dangling link is replaced without --force.</summary>
    [Theory]
    [MemberData(nameof(TestFileSystem.NamingsAndForce), MemberType = typeof(TestFileSystem))]
    public void Commit_NameTakenAtLastMoment_KeepsOtherFile(Naming naming, bool byALink)
    {
        Assert.SkipWhen(byALink && OperatingSystem.IsWindows(), "Links need a privilege there.");
        using TestFolder folder = new();
        TestFileSystem system = new(naming)
        {
            BeforeName = () =>
            {
                if (byALink)
                {
                    File.CreateSymbolicLink(folder["out"], folder["nowhere"]);
                }
                else
                {
                    folder.Add("out", [4, 5]);
                }
            },
        };
        using (OutputFile output = OutputFile.Create(folder["out"], overwrite: false, ownerOnly: true, CancellationToken.None, system))
        {
            output.Stream.Write([1, 2, 3]);
            CommandFailure failure = Assert.Throws<CommandFailure>(output.Commit);
            Assert.StartsWith($"{folder["out"]} could not be written: ", failure.Message, StringComparison.Ordinal);
        }

        Assert.Equal(["out"], folder.Names);
        if (byALink)
        {
            Assert.Equal(folder["nowhere"], new FileInfo(folder["out"]).LinkTarget);
        }
        else
        {
            Assert.Equal([4, 5], File.ReadAllBytes(folder["out"]));
        }
    }

    /// <summary>All files reach the last moment together.</summary>
    [Theory]
    [MemberData(nameof(TestFileSystem.Namings), MemberType = typeof(TestFileSystem))]
    public void Commit_ByManyAtOnce_OneWins(Naming naming)
    {
        const int Many = 4;
        for (int round = 0; round < 50; round++)
        {
            using TestFolder folder = new();
            using Barrier lastMoment = new(Many);
            TestFileSystem system = new(naming) { BeforeName = () => lastMoment.SignalAndWait(), Flush = () => { } };
            OutputFile[] outputs =
                [.. Enumerable.Range(0, Many).Select(_ => OutputFile.Create(folder["out"], overwrite: false, ownerOnly: true, CancellationToken.None, system))];
            bool[] won = new bool[Many];
            Thread[] threads = [.. outputs.Select((output, index) => new Thread(() =>
            {
                output.Stream.Write([(byte)index]);
                won[index] = Record.Exception(output.Commit) is null;
                output.Dispose();
            }))];
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
            Assert.Single(won, true);
            Assert.Equal(["out"], folder.Names);
            Assert.Equal([(byte)Array.IndexOf(won, true)], File.ReadAllBytes(folder["out"]));
        }
    }

    [Theory]
    [MemberData(nameof(TestFileSystem.NamingsAndForce), MemberType = typeof(TestFileSystem))]
    public void Commit_LongNames_AreTaken(Naming naming, bool overwrite)
    {
        using TestFolder folder = new();
        for (int length = 230; length <= 255; length++)
        {
            string name = new('a', length);
            if (overwrite)
            {
                folder.Add(name, [4, 5]);
            }

            using OutputFile output = OutputFile.Create(folder[name], overwrite, ownerOnly: true, CancellationToken.None, new TestFileSystem(naming) { Flush = () => { } });
            output.Stream.Write([1, 2, 3]);
            output.Commit();
            output.Dispose();
            Assert.Equal([name], folder.Names);
            Assert.Equal([1, 2, 3], File.ReadAllBytes(folder[name]));
            File.Delete(folder[name]);
        }
    }

    [Theory]
    [MemberData(nameof(TestFileSystem.NamingsAndForce), MemberType = typeof(TestFileSystem))]
    public void Commit_ReplacingFails_LeavesWhatWasThere(Naming naming, bool overwrite)
    {
        Assert.SkipUnless(overwrite || naming == Naming.Placeholder, "The others replace nothing.");
        using TestFolder folder = new();
        if (overwrite)
        {
            folder.Add("out", [4, 5]);
        }

        using (OutputFile output = OutputFile.Create(folder["out"], overwrite, ownerOnly: true, CancellationToken.None, new TestFileSystem(naming) { ReplaceFails = true }))
        {
            output.Stream.Write([1, 2, 3]);
            Assert.Throws<CommandFailure>(output.Commit);
        }

        Assert.Equal(overwrite ? ["out"] : [], folder.Names);
        Assert.True(!overwrite || File.ReadAllBytes(folder["out"]).AsSpan().SequenceEqual((byte[])[4, 5]));
    }

    [Fact]
    public void Commit_ALinkTookTheName_IsRefusedAlsoWithForce()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a privilege there.");
        using TestFolder folder = new();
        CommandFailure failure = FailToCommit(folder, overwrite: true, () => File.CreateSymbolicLink(folder["out"], folder["nowhere"]));
        Assert.Contains("is a symbolic link", failure.Message, StringComparison.Ordinal);
        Assert.Equal(folder["nowhere"], new FileInfo(folder["out"]).LinkTarget);
        Assert.Equal(["out"], folder.Names);
    }

    /// <summary>Someone who guesses the temporary file's name can neither read the file nor redirect it.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void CreateNamed_SomethingHasTheName_Fails(bool isALink)
    {
        Assert.SkipWhen(isALink && OperatingSystem.IsWindows(), "Links need a privilege there.");
        using TestFolder folder = new();
        if (isALink)
        {
            File.CreateSymbolicLink(folder["taken"], folder["nowhere"]);
        }
        else
        {
            folder.Add("taken", [4, 5]);
        }

        Assert.Throws<IOException>(() => FileSystem.Real.CreateNamed(folder["taken"], UnixFileMode.UserRead | UnixFileMode.UserWrite, FileOptions.None).Dispose());
        Assert.Equal(["taken"], folder.Names);
        Assert.True(isALink || File.ReadAllBytes(folder["taken"]).AsSpan().SequenceEqual((byte[])[4, 5]));
    }

    /// <summary>A file takes its name like this on Windows. The call is .NET's and behaves the same on every system.</summary>
    [Fact]
    public void MoveToFree_SomethingHasTheName_FailsAndLeavesBoth()
    {
        using TestFolder folder = new();
        folder.Add("temporary", [1, 2, 3]);
        folder.Add("taken", [4, 5]);
        Assert.Throws<IOException>(() => FileSystem.Real.MoveToFree(folder["temporary"], folder["taken"]));
        Assert.Equal(["taken", "temporary"], folder.Names);
        Assert.Equal([4, 5], File.ReadAllBytes(folder["taken"]));
    }

    /// <summary>Only the owner can access the file, and it has no name, so a signal leaves no copy of demo's data.</summary>
    [Theory]
    [MemberData(nameof(TestFileSystem.Namings), MemberType = typeof(TestFileSystem))]
    public void CreateUnnamed_AFile_HasNoName(Naming naming)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There it goes when it is closed.");
        TestFileSystem system = new(naming);
        using FileStream file = TemporaryFile.CreateUnnamed(system);
        file.Write([1, 2, 3]);
        Assert.Equal(3, file.Length);
        Assert.Equal(naming == Naming.Unnamed, system.Path is null);
        Assert.False(File.Exists(system.Path));
        Assert.True(OperatingSystem.IsWindows() || File.GetUnixFileMode(file.SafeFileHandle) == (UnixFileMode.UserRead | UnixFileMode.UserWrite));
    }

    /// <summary>S_IFIFO, S_IFCHR, S_IFBLK and S_IFSOCK, and a kind that no system has yet.</summary>
    [Theory]
    [InlineData(0x1180)]
    [InlineData(0x2180)]
    [InlineData(0x6180)]
    [InlineData(0xc180)]
    [InlineData(0x3180)]
    public void KindOfMode_WhatIsNoFile_IsADevice(ushort mode) => Assert.Equal(FileKind.Device, FileStatus.KindOfMode(mode));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void CheckFree_WhatIsNoFile_IsRefusedWithoutSuggestingForce(bool overwrite)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a privilege there, and devices have no paths.");
        using TestFolder folder = new();
        folder.Add("file", [1]);
        File.CreateSymbolicLink(folder["link"], folder["file"]);
        File.CreateSymbolicLink(folder["nowhere"], folder["none"]);
        foreach (string path in (string[])[folder["link"], folder["nowhere"], "/dev/null", "/dev/stdout"])
        {
            CommandFailure failure = Assert.Throws<CommandFailure>(() => OutputFile.CheckFree(path, overwrite));
            Assert.Contains("is not replaced", failure.Message, StringComparison.Ordinal);
            Assert.DoesNotContain("--force", failure.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void AreSameFile_LinkedFolderOrHardLink_IsSeen()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a privilege there.");
        using TestFolder folder = new();
        Directory.CreateDirectory(folder["real"]);
        folder.Add("real/key", [1]);
        folder.Add("real/other", [1]);
        Directory.CreateSymbolicLink(folder["alias"], folder["real"]);
        Assert.Equal(0, OperatingSystem.IsWindows() ? 1 : UnixCalls.Link(folder["real/key"], folder["hard"]));
        Assert.True(FileParameters.AreSameFile(folder["real/key"], folder["alias/key"]));
        Assert.True(FileParameters.AreSameFile(folder["hard"], folder["alias/key"]));
        Assert.False(FileParameters.AreSameFile(folder["real/key"], folder["alias/other"]));
        Assert.False(FileParameters.AreSameFile(folder["real/key"], folder["none"]));
    }

    private static CommandFailure FailToCommit(TestFolder folder, bool overwrite, Action takeTheName)
    {
        using OutputFile output = OutputFile.Create(folder["out"], overwrite, ownerOnly: false, CancellationToken.None);
        output.Stream.Write([1, 2, 3]);
        takeTheName();
        return Assert.Throws<CommandFailure>(output.Commit);
    }
}
