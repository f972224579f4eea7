using System.Diagnostics;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests that key, encrypt, decrypt and demo destroy no file and leave none, whatever OUT is and however they end, and that they report unsuitable keys.</summary>
public class FileSafetyTests
{
    private const string NoLinks = "Links need a privilege there.";

    public FileSafetyTests() => Assert.SkipWhen(Effort.SwitchedOff is not null, "files do not depend on the instructions");

    public static MatrixTheoryData<string, string> NoFiles => new(["key", "encrypt", "decrypt"], ["pipe", "device", "link", "link to nowhere"]);

    /// <summary>Every signal that ends a program, can be caught, and is not caused by the program itself.</summary>
    public static TheoryData<string> Signals => ["HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "ALRM", "XCPU", "XFSZ", "VTALRM"];

    [Theory]
    [MemberData(nameof(NoFiles))]
    public void Out_IsNoFile_IsNotReplacedAndForceIsNotSuggested(string verb, string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It needs mkfifo, mknod and links.");
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        folder.AddKey("key", key);
        folder.Add("in", FileFormat.Write("gcm-siv", key, new byte[12], [1, 2, 3]));
        folder.Add("target", [4, 5]);
        switch (kind)
        {
            case "pipe":
                Assert.Equal(0, Run("mkfifo", folder["out"]));
                break;
            case "device":
                Assert.SkipWhen(Run("mknod", folder["out"], "c", "1", "3") != 0, "Only root makes devices.");
                break;
            default:
                File.CreateSymbolicLink(folder["out"], folder[kind == "link" ? "target" : "nowhere"]);
                break;
        }

        string[] names = [.. folder.Names];
        FileStatus? before = FileStatus.Of(folder["out"], followLinks: false);
        foreach (string[] force in (string[][])[[], ["--force"]])
        {
            string[] files = verb == "key" ? [folder["out"]] : ["--key-file", folder["key"], folder["in"], folder["out"]];
            ToolProcess run = ToolProcess.Run([verb, .. force, .. files]);
            run.AssertRefused(1, "is not replaced");
            Assert.DoesNotContain("--force", run.Error, StringComparison.Ordinal);
            Assert.Equal(before, FileStatus.Of(folder["out"], followLinks: false));
            Assert.Equal(names, folder.Names);
            Assert.Equal([4, 5], File.ReadAllBytes(folder["target"]));
        }
    }

    /// <summary>OUT and the key file are the same file under different names.</summary>
    [Theory]
    [InlineData("real/key", "real/key")]
    [InlineData("real/key", "real/../real/./key")]
    [InlineData("real/key", "alias/key")]
    [InlineData("alias/key", "real/key")]
    [InlineData("real/key", "hard")]
    [InlineData("soft", "real/key")]
    [InlineData("soft", "hard")]
    public void Out_IsTheKeyFile_IsRefused(string key, string output)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), NoLinks);
        using TestFolder folder = new();
        Directory.CreateDirectory(folder["real"]);
        byte[] bytes = Bytes.Random(new Random(1), 32);
        folder.AddKey("real/key", bytes);
        Directory.CreateSymbolicLink(folder["alias"], folder["real"]);
        File.CreateSymbolicLink(folder["soft"], folder["real/key"]);
        Assert.Equal(0, OperatingSystem.IsWindows() ? 1 : UnixCalls.Link(folder["real/key"], folder["hard"]));
        folder.Add("in", FileFormat.Write("gcm-siv", bytes, new byte[12], [1, 2, 3]));
        foreach (string verb in (string[])["encrypt", "decrypt"])
        {
            ToolProcess.Run(verb, "--force", "--key-file", folder[key], folder["in"], folder[output]).AssertRefused(1, "OUT is the key file");
        }

        Assert.Equal(bytes, File.ReadAllBytes(folder["real/key"]));
    }

    [Fact]
    public async Task Key_ByManyProcessesAtOnce_OneWins()
    {
        using TestFolder folder = new();
        int[] exitCodes = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => Task.Run(() => ToolProcess.Run("key", folder["key"]).ExitCode, TestContext.Current.CancellationToken)));
        Assert.Equal([0, 1, 1, 1, 1, 1], exitCodes.Order());
        Assert.Equal(["key"], folder.Names);
        Assert.Equal(52, new FileInfo(folder["key"]).Length);
    }

    [Theory]
    [InlineData(239)]
    [InlineData(255)]
    public void Out_HasALongName_IsWritten(int length)
    {
        using TestFolder folder = new();
        string[] arguments = ["encrypt", "--force", "--key-file", folder.AddKey("key"), folder.Add("in", [1]), folder[new string('a', length)]];
        ToolProcess.Run(arguments).AssertSucceeded();
        ToolProcess.Run(arguments).AssertSucceeded();
        Assert.Equal([new string('a', length), "in", "key"], folder.Names);
    }

    /// <summary>The command's handler must end it. If the system ended it, the exit code would be the same, but a partial file with a name would remain.</summary>
    [Theory]
    [MemberData(nameof(Signals))]
    public async Task Encrypt_AnySignal_IsTaken(string signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Other systems have not all of these signals.");
        using TestFolder folder = new();
        folder.AddKey("key");
        using (FileStream file = File.Create(folder["in"]))
        {
            file.SetLength(20_000_000_000);
        }

        using Process process = ToolProcess.StartUnder(
            ["env", $"--default-signal={signal}"], "encrypt", "--key-file", folder["key"], "--algorithm", "gcm-siv", folder["in"], folder["out"]);
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        while (!process.HasExited && !FileCommandTests.HasOutput(process, folder))
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }

        FileCommandTests.Send(signal, process, 20_000);
        Assert.True(process.HasExited);
        Assert.StartsWith("Interrupted.", await error, StringComparison.Ordinal);
        Assert.Equal(["in", "key"], folder.Names);
    }

    /// <summary>strace delays fsync by 30 seconds. The command ends two seconds after the signal.</summary>
    [Theory]
    [InlineData("INT", 130)]
    [InlineData("HUP", 129)]
    public async Task Encrypt_InterruptedWhileTheDiskIsSlow_EndsAndLeavesNothing(string signal, int exitCode)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && HasProgram("strace"), "It needs strace.");
        using TestFolder folder = new();
        using TestFolder logs = new();
        folder.AddKey("key");
        folder.Add("in", new byte[3_000_000]);

        // With -D, the command is this process's child, and strace is the command's child.
        using Process process = ToolProcess.StartUnder(
            ["strace", "-D", "-f", "-qq", "-o", logs["log"], "-e", "trace=fsync,exit_group", "-e", "inject=fsync:delay_enter=30000000", "env", "--default-signal=HUP,INT"],
            "encrypt", "--key-file", folder["key"], folder["in"], folder["out"]);
        try
        {
            async Task<string> WaitForCall(string call)
            {
                string log = string.Empty;
                for (int patience = 1000; patience > 0 && !log.Contains(call, StringComparison.Ordinal); patience--)
                {
                    await Task.Delay(20, TestContext.Current.CancellationToken);
                    log = File.Exists(logs["log"]) ? await File.ReadAllTextAsync(logs["log"], TestContext.Current.CancellationToken) : string.Empty;
                }

                return log;
            }

            Assert.Contains("fsync(", await WaitForCall("fsync("), StringComparison.Ordinal);
            FileCommandTests.Send(signal, process, 0);

            // If another thread comes in between, strace prints "exit_group(129 <unfinished ...>".
            string log = await WaitForCall($"exit_group({exitCode}");
            Assert.Contains($"exit_group({exitCode}", log, StringComparison.Ordinal);

            // fsync did not return: strace prints a question mark instead of its result.
            Assert.DoesNotMatch(@"fsync resumed>\)\s+= -?[0-9]", log);
            Assert.Equal(["in", "key"], folder.Names);
        }
        finally
        {
            process.Kill();
        }
    }

    [Theory]
    [InlineData("HUP")]
    [InlineData("INT")]
    [InlineData("QUIT")]
    [InlineData("TERM")]
    [InlineData("KILL")]
    public async Task Demo_EndedWhileItHasCopies_LeavesNone(string signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "There one sees a process's files.");
        using TestFolder folder = new();
        using TestFolder temporary = new();
        using (FileStream file = File.Create(folder["in"]))
        {
            file.SetLength(500_000_000);
        }

        using Process process = ToolProcess.StartWith(
            start =>
            {
                start.Environment["TMPDIR"] = temporary[""];
                start.Environment["DOTNET_EnableDiagnostics"] = "0";
            },
            "demo", folder["in"]);
        while (!process.HasExited && !FileCommandTests.HasOutput(process, temporary, namesBefore: 0))
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }

        await Task.Delay(200, TestContext.Current.CancellationToken);
        Assert.False(process.HasExited);
        Assert.Empty(temporary.Names);
        while (!process.HasExited)
        {
            FileCommandTests.Send(signal, process, 20_000);
        }

        Assert.Empty(temporary.Names);
        Assert.Equal(["in"], folder.Names);
    }

    [Theory]
    [InlineData(0x180, false)]
    [InlineData(0x100, false)]
    [InlineData(0x1c0, false)]
    [InlineData(0x1a0, true)]
    [InlineData(0x190, true)]
    [InlineData(0x184, true)]
    [InlineData(0x182, true)]
    [InlineData(0x1a4, true)]
    public void KeyFile_OthersMayUseIt_IsWarnedOf(int mode, bool warns)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Files have no such permissions there.");
        using TestFolder folder = new();
        byte[] bytes = Bytes.Random(new Random(1), 32);
        string key = folder.AddKey("key", bytes);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(key, (UnixFileMode)mode);
        }

        folder.Add("in", FileFormat.Write("gcm-siv", bytes, new byte[12], [1, 2, 3]));
        foreach (string verb in (string[])["encrypt", "decrypt"])
        {
            ToolProcess run = ToolProcess.Run(verb, "--force", "--key-file", key, folder["in"], folder["out"]);
            Assert.Equal(0, run.ExitCode);
            Assert.Equal(warns, run.Error.StartsWith("Warning: ", StringComparison.Ordinal));
            Assert.Equal(warns, run.Error.Contains("chmod 600", StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData("0123456789abcdef", true)]
    [InlineData("a passphrase in 28 characters\r\n", true)]
    [InlineData("ein Schlüssel ist kein Paßwort", true)]
    [InlineData("\u0001123456789abcdef", false)]
    [InlineData("0123456789abcde\u007f", false)]
    public void IsNoKey_Text_ReturnsTrue(string text, bool isNone) => Assert.Equal(isNone, KeyFile.IsNoKey(System.Text.Encoding.UTF8.GetBytes(text)));

    [Fact]
    public void IsNoKey_BytesThatAreNotText_AreKeysUnlessTheyAreAllTheSame()
    {
        Assert.True(KeyFile.IsNoKey(new byte[16]));
        Assert.True(KeyFile.IsNoKey([.. Enumerable.Repeat((byte)0xff, 32)]));
        Assert.False(KeyFile.IsNoKey([.. new byte[15], 1]));
        Assert.False(KeyFile.IsNoKey([.. "only text, except one byte"u8, 0x80]));
    }

    /// <summary>Like Aez's public constructors, the command rejects a weak key, even with --raw-key. Version 2 derives keys from the raw key.</summary>
    [Fact]
    public void Aez_AWeakKey_IsRefused()
    {
        byte[] third = Bytes.Random(new Random(1), 16);
        byte[] other = Bytes.Random(new Random(2), 16);
        byte[] last = Bytes.Random(new Random(3), 16);
        byte[] zero = new byte[16];
        byte[][] weak =
        [
            [.. third, .. zero, .. zero], [.. third, .. other, .. zero], [.. third, .. zero, .. other], [.. zero, .. third, .. other],
            [.. third, .. third, .. other], [.. third, .. other, .. other], [.. third, .. other, .. third],
        ];
        Assert.All(weak, key => Assert.Contains("weak key", Assert.Throws<CommandFailure>(() => FileAlgorithm.Aez.CheckKey(key, "k")).Message, StringComparison.Ordinal));
        FileAlgorithm.Aez.CheckKey([.. third, .. other, .. last], "k");
        FileAlgorithm.Aez.CheckKey([.. third, .. other, .. zero, 1], "k");

        using TestFolder folder = new();
        string key = folder.AddKey("key", weak[0]);
        string input = folder.Add("in", FileFormat.Write("aez", third, other, [1, 2, 3]));
        ToolProcess.Run("decrypt", "--raw-key", "--algorithm", "aez", "--key-file", key, input, folder["out"]).AssertRefused(1, "weak key");
        Assert.Equal(["in", "key"], folder.Names);
    }

    /// <summary>Covers files that grow and files that shrink. The command reads the size before the content.</summary>
    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    public void Aez_TheFileHasAnotherSizeThanItSaid_IsRefused(int difference)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        folder.Add("in", FileFormat2.Write("aez", FileFormat2.Header("aez", "RK"), key, new byte[24], new byte[1000]));
        folder.Add("version1", FileFormat.Write("aez", key, new byte[16], new byte[1000]));
        using MisstatedFile input = new(folder["in"], difference);
        using MisstatedFile version1 = new(folder["version1"], difference);
        FileInput file = new(input);
        FileInput file1 = new(version1);
        void AssertRefused(Action cipher)
        {
            input.Position = 0;
            Assert.Contains("changed while it was read", Assert.Throws<CommandFailure>(cipher).Message, StringComparison.Ordinal);
        }

        static FileStream NoOutput() => throw new InvalidOperationException("There is no output.");
        AssertRefused(() => FileCipher.Encrypt(FileFormatTests.NewHeader("aez", "RK"), key, file, NoOutput, new Progress<long>(), CancellationToken.None));
        AssertRefused(() => FileCipher.Decrypt(FileHeader.Read(file), key, file, NoOutput, new Progress<long>(), CancellationToken.None));
        AssertRefused(() => Version1Cipher.Decrypt(FileHeader.Read(file1), key, file1, NoOutput, new Progress<long>(), CancellationToken.None));
    }

    /// <summary>The name or content of a file, an argument or an option's value must neither control the terminal nor flood it.</summary>
    [Fact]
    public void Messages_WhateverTheyName_ArePrintableAndBounded()
    {
        using TestFolder folder = new();
        const string Evil = "\u001b[31m\a\u009b\u202e\u2066\u200f\u2028\b\u007f";
        string key = folder.AddKey("key");
        string file = folder.Add("in", [1]);
        string content = $$"""{"\u001b[31m": 1, "type": "\u001b[32m\u009b"}""";
        folder.Add("evil.json", System.Text.Encoding.UTF8.GetBytes(content));
        string evil = OperatingSystem.IsWindows() ? "no" : folder.Add($"evil{Evil}", [1]);
        string[][] runs =
        [
            ["encrypt", "--key-file", key, $"no{Evil}", "x"],
            ["encrypt", "--key-file", key, file, folder[$"no{Evil}/x"]],
            ["encrypt", "--key-file", $"no{Evil}", file, folder["x"]],
            ["encrypt", "--key-file", key, file, evil],
            ["encrypt", "--key-file", evil, file, folder["x"]],
            ["decrypt", "--key-file", key, evil, folder["x"]],
            ["decrypt", "--key-file", key, "--algorithm", Evil, file, folder["x"]],
            ["key", folder[$"no{Evil}/x"]],
            ["key", "--size", Evil, folder["x"]],
            ["demo", $"no{Evil}"],
            ["vectors", $"no{Evil}"],
            ["vectors", evil],
            ["vectors", folder["evil.json"]],
            ["trace", Evil, "1"],
            ["speed", "--sizes", Evil],
            [$"no{Evil}"],
            ["key", $"-{Evil}"],
            ["vectors", new string('a', 100_000)],
            ["trace", new string('a', 100_000), "1"],
            [new string('a', 100_000)],
        ];
        Assert.All(runs, arguments =>
        {
            ToolProcess run = ToolProcess.Run(arguments);
            Assert.NotEqual(0, run.ExitCode);
            string text = run.Output + run.Error;
            Assert.DoesNotContain(text, c => Evil.Contains(c, StringComparison.Ordinal) && c is not ('[' or '3' or '1' or 'm'));
            Assert.DoesNotContain(text, c => char.IsControl(c) && c is not ('\n' or '\r'));
            Assert.InRange(text.Length, 1, 2500);
        });
        Assert.False(File.Exists(folder["x"]));
    }

    [Fact]
    public void Arguments_ANameWithAnAt_IsAFileAndNotAListOfArguments() => ToolProcess.Run("vectors", "@no").AssertRefused(1, "@no");

    private static int Run(params string[] command)
    {
        using Process process = Process.Start(command[0], command[1..]);
        process.WaitForExit();
        return process.ExitCode;
    }

    private static bool HasProgram(string name) => Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder => File.Exists(Path.Combine(folder, name)));

    /// <summary>A file that reports an incorrect size.</summary>
    private sealed class MisstatedFile(string path, int difference) : FileStream(path, FileMode.Open)
    {
        public override long Length => base.Length + difference;
    }
}
