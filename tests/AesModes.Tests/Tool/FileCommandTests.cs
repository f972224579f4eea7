using System.Diagnostics;
using System.Globalization;

namespace AesModes.Tests.Tool;

/// <summary>Tests key, encrypt and decrypt as processes: their results, what they reject, and that a failure leaves no file.</summary>
public class FileCommandTests
{
    private const string BigFiles = "AESMODES_BIG_FILES";

    public static TheoryData<string> Algorithms => ["gcm-siv", "aez", "ctr"];

    public static MatrixTheoryData<string, string> Interruptions => new(Algorithms.Select(r => r.Data), ["HUP", "INT", "QUIT", "TERM"]);

    /// <summary>ctr prints a warning; the other algorithms print nothing.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void KeyEncryptDecrypt_AFile_GiveItBack(string algorithm)
    {
        using TestFolder folder = new();
        byte[] content = Bytes.Random(new Random(1), 3_000_001);
        string input = folder.Add("in", content);
        ToolProcess.Run("key", folder["key"]).AssertSucceeded();
        Assert.Equal(52, new FileInfo(folder["key"]).Length);

        AssertDone(ToolProcess.Run("encrypt", "--key-file", folder["key"], "--algorithm", algorithm, input, folder["sealed"]), algorithm);
        Assert.NotEqual(content, File.ReadAllBytes(folder["sealed"]));
        string[] named = algorithm == "ctr" ? ["--algorithm", "ctr"] : [];
        AssertDone(ToolProcess.Run(["decrypt", "--key-file", folder["key"], .. named, folder["sealed"], folder["back"]]), algorithm);
        Assert.Equal(content, File.ReadAllBytes(folder["back"]));
        Assert.Equal(["back", "in", "key", "sealed"], folder.Names);
        if (!OperatingSystem.IsWindows())
        {
            const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            Assert.Equal(Owner, File.GetUnixFileMode(folder["key"]));
            Assert.Equal(Owner, File.GetUnixFileMode(folder["back"]));
        }
    }

    [Fact]
    public void Key_Twice_GivesTwoKeysAndReplacesOnlyWhenForced()
    {
        using TestFolder folder = new();
        ToolProcess.Run("key", "--size", "16", folder["key"]).AssertSucceeded();
        byte[] first = File.ReadAllBytes(folder["key"]);
        Assert.Equal(16, first.Length);

        ToolProcess.Run("key", folder["key"]).AssertRefused(1, "exists", "--force");
        Assert.Equal(first, File.ReadAllBytes(folder["key"]));

        ToolProcess.Run("key", "--size", "16", "--force", folder["key"]).AssertSucceeded();
        Assert.NotEqual(first, File.ReadAllBytes(folder["key"]));
        Assert.Equal(["key"], folder.Names);
    }

    [Fact]
    public void Encrypt_OntoTheInputItself_NeedsForceAndWorks()
    {
        using TestFolder folder = new();
        string key = folder.AddKey("key");
        string file = folder.Add("file", [1, 2, 3]);
        ToolProcess.Run("encrypt", "--key-file", key, file, file).AssertRefused(1, "exists", "--force");
        ToolProcess.Run("encrypt", "--force", "--key-file", key, file, file).AssertSucceeded();
        ToolProcess.Run("decrypt", "--force", "--key-file", key, file, file).AssertSucceeded();
        Assert.Equal([1, 2, 3], File.ReadAllBytes(file));
        Assert.Equal(["file", "key"], folder.Names);
    }

    /// <summary>
    /// Counter mode under an AES-GCM-SIV key reveals its derived keys (RFC 8452 section 4): each half of a derived key is the first half of an encrypted block. The author of a
    /// version 1 file chooses those blocks.
    /// </summary>
    [Fact]
    public void Decrypt_ACraftedCtrFile_IsRefusedUnlessCtrIsNamed()
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        folder.AddKey("key", key);
        byte[] nonce = Bytes.Random(new Random(2), 12);
        folder.Add("crafted", [.. "AESMODES"u8, 0, 1, .. "CT"u8, 2, 0, 0, 0, .. nonce, .. new byte[16]]);

        ToolProcess.Run("decrypt", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "ctr", "--algorithm ctr", "gcm-siv");
        ToolProcess.Run("decrypt", "--force", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "--algorithm ctr");
        ToolProcess.Run("decrypt", "--algorithm", "gcm-siv", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "not with gcm-siv");
        Assert.Equal(["crafted", "key"], folder.Names);
        Assert.Equal(0, ToolProcess.Run("decrypt", "--algorithm", "ctr", "--key-file", folder["key"], folder["crafted"], folder["x"]).ExitCode);
    }

    /// <summary>The same attack on a version 2 file fails: the crafted file is decrypted under the raw key, which is not the key of any chunk.</summary>
    [Fact]
    public void Decrypt_ACraftedCtrFileUnderAVersion2Key_SaysNothingOfGcmSivFiles()
    {
        using TestFolder folder = new();
        byte[] raw = Bytes.Random(new Random(1), 32);
        folder.AddKey("raw", raw);
        folder.AddKey("key", FileFormat2.WriteKeyFile(raw));
        byte[] salt = Bytes.Random(new Random(2), 24);
        byte[] plaintext = Bytes.Random(new Random(3), 100);
        foreach (string source in (string[])["RK", "KF"])
        {
            byte[] header = FileFormat2.Header("gcm-siv", source);
            byte[] file = FileFormat2.Write("gcm-siv", header, raw, salt, plaintext);
            (byte[] key, byte[] nonce, _) = FileFormat2.Derive("gcm-siv", header, raw, salt);
            byte[] body = file[FileFormat2.BodyOffset..];
            byte[] opened = new byte[plaintext.Length];
            using AesGcmSiv chunkKey = new(key);
            using AesGcmSiv rawKey = new(raw);
            using AesGcmSiv algorithmKey = new(FileFormat2.DeriveAlgorithmKey(raw, "gcm-siv"));
            Assert.True(chunkKey.TryDecrypt(nonce, body.AsSpan(..^16), body.AsSpan(^16..), opened));

            // The crafted file reveals the keys that AES-GCM-SIV derives from the raw key. They allow what the attacker tries here.
            Assert.False(rawKey.TryDecrypt(nonce, body.AsSpan(..^16), body.AsSpan(^16..), opened));
            Assert.False(algorithmKey.TryDecrypt(nonce, body.AsSpan(..^16), body.AsSpan(^16..), opened));
        }

        // A key file does not work with version 1. A crafted version 2 file needs a commitment, which only the secret gives.
        folder.Add("crafted", [.. "AESMODES"u8, 0, 1, .. "CT"u8, 2, 0, 0, 0, .. new byte[12], .. new byte[16]]);
        ToolProcess.Run("decrypt", "--algorithm", "ctr", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "version 1");
        folder.Add("crafted", [.. FileFormat2.Header("ctr", "KF"), .. salt, .. new byte[32], .. new byte[64]]);
        ToolProcess.Run("decrypt", "--algorithm", "ctr", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "The key or passphrase is not");

        // A changed algorithm code does not turn a file into one of another algorithm.
        byte[] other = FileFormat2.Write("gcm-siv", FileFormat2.Header("gcm-siv", "KF"), raw, salt, plaintext);
        folder.Add("crafted", [.. other[..10], .. "CT"u8, .. other[12..]]);
        ToolProcess.Run("decrypt", "--algorithm", "ctr", "--key-file", folder["key"], folder["crafted"], folder["x"]).AssertRefused(1, "The key or passphrase is not");
        Assert.False(File.Exists(folder["x"]));
    }

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Decrypt_AFileOfVersion1_NeedsItsRawKeyFile(string algorithm)
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        string raw = folder.AddKey("raw", key);
        string keyFile = folder.AddKey("key", FileFormat2.WriteKeyFile(key));
        string input = folder.Add("in", FileFormat.Write(algorithm, key, new byte[algorithm == "gcm-siv" ? 12 : 16], [1, 2, 3]));
        ToolProcess.Run("decrypt", "--algorithm", algorithm, "--key-file", keyFile, input, folder["out"]).AssertRefused(1, "is a key file for files of version 2");
        ToolProcess.RunWithInput("words"u8.ToArray(), "decrypt", "--algorithm", algorithm, "--passphrase-fd", "0", input, folder["out"]).AssertRefused(1, "with a raw key file: use --key-file");
        AssertDone(ToolProcess.Run("decrypt", "--algorithm", algorithm, "--key-file", raw, input, folder["out"]), algorithm);
        Assert.Equal([1, 2, 3], File.ReadAllBytes(folder["out"]));
    }

    [Fact]
    public void Decrypt_WithASecretOfAnotherKind_SaysWhichOneItTakes()
    {
        using TestFolder folder = new();
        byte[] key = Bytes.Random(new Random(1), 32);
        string raw = folder.AddKey("raw", key);
        string keyFile = folder.AddKey("key", FileFormat2.WriteKeyFile(key));
        string input = folder.Add("in", [1, 2, 3]);
        ToolProcess.Run("encrypt", "--key-file", raw, input, folder["byRaw"]).AssertSucceeded();
        ToolProcess.Run("encrypt", "--key-file", keyFile, input, folder["byKey"]).AssertSucceeded();
        ToolProcess.RunWithInput("words"u8.ToArray(), "encrypt", "--passphrase-fd", "0", input, folder["byWords"]).AssertSucceeded();
        string[] before = [.. folder.Names];
        ToolProcess.Run("decrypt", "--key-file", keyFile, folder["byRaw"], folder["x"]).AssertRefused(1, "was encrypted with a raw key file, but");
        ToolProcess.Run("decrypt", "--key-file", raw, folder["byKey"], folder["x"]).AssertRefused(1, "was encrypted with a key file that aesmodes key makes, but");
        ToolProcess.Run("decrypt", "--key-file", raw, folder["byWords"], folder["x"]).AssertRefused(1, "was encrypted with a passphrase: use --passphrase");
        ToolProcess.RunWithInput("words"u8.ToArray(), "decrypt", "--passphrase-fd", "0", folder["byKey"], folder["x"]).AssertRefused(1, "use --key-file");
        Assert.Equal(before, folder.Names);

        byte[] damaged = File.ReadAllBytes(keyFile);
        damaged[20] ^= 1;
        folder.AddKey("key", damaged);
        ToolProcess.Run("decrypt", "--key-file", keyFile, folder["byKey"], folder["x"]).AssertRefused(1, "is damaged");
        ToolProcess.Run("encrypt", "--key-file", keyFile, input, folder["x"]).AssertRefused(1, "is damaged");
    }

    /// <summary>Standard output contains only the file, in every combination of pipes and files.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void EncryptAndDecrypt_Pipes_GiveTheFileBack(string algorithm)
    {
        using TestFolder folder = new();
        string key = folder.AddKey("key", FileFormat2.WriteKeyFile(Bytes.Random(new Random(1), 32)));
        foreach (int size in (int[])[0, 1, 16_384, 3_000_001])
        {
            byte[] content = Bytes.Random(new Random(size), size);
            folder.Add("in", content);
            (ToolProcess run, byte[] encrypted) = ToolProcess.RunPiped(content, "encrypt", "--key-file", key, "--algorithm", algorithm, "-", "-");
            AssertDone(run, algorithm);
            folder.Add("sealed", encrypted);
            (run, byte[] back) = ToolProcess.RunPiped(encrypted, "decrypt", "--key-file", key, "--algorithm", algorithm, "-", "-");
            AssertDone(run, algorithm);
            Bytes.AssertEqual(content, back, $"{algorithm}, {size} bytes");
            (run, back) = ToolProcess.RunPiped([], "decrypt", "--key-file", key, "--algorithm", algorithm, folder["sealed"], "-");
            AssertDone(run, algorithm);
            Bytes.AssertEqual(content, back, $"{algorithm}, {size} bytes from a file");
            (run, back) = ToolProcess.RunPiped(encrypted, "decrypt", "--force", "--key-file", key, "--algorithm", algorithm, "-", folder["out"]);
            AssertDone(run, algorithm);
            Assert.Empty(back);
            Bytes.AssertEqual(content, File.ReadAllBytes(folder["out"]), $"{algorithm}, {size} bytes to a file");
        }

        Assert.Equal(["in", "key", "out", "sealed"], folder.Names);
    }

    /// <summary>The output contains only authentic chunks, the exit code and one line say that it is incomplete, and no file remains.</summary>
    [Theory]
    [InlineData("cut after a chunk", 2, "its end is missing")]
    [InlineData("cut in a chunk", 2, "Chunk 2 is not authentic")]
    [InlineData("changed", 1, "Chunk 1 is not authentic")]
    [InlineData("changed at once", 0, "Chunk 0 is not authentic")]
    [InlineData("another key", 0, "The key or passphrase is not")]
    public void Decrypt_ToAPipeNotAuthentic_GivesAuthenticChunksAndFails(string kind, int chunks, string says)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        string key = folder.AddKey("key", FileFormat2.WriteKeyFile(secret));
        byte[] content = Bytes.Random(new Random(1), 40_000);
        byte[] file = FileFormat2.Write("gcm-siv", FileFormat2.Header("gcm-siv", "KF"), secret, Bytes.Random(new Random(2), 24), content);
        int chunkEnd = FileFormat2.BodyOffset + (2 * (FileFormat2.ChunkSize + 16));
        switch (kind)
        {
            case "cut after a chunk":
                file = file[..chunkEnd];
                break;
            case "cut in a chunk":
                file = file[..(chunkEnd + 100)];
                break;
            case "another key":
                folder.AddKey("key", FileFormat2.WriteKeyFile(Bytes.Random(new Random(9), 32)));
                break;
            default:
                file[FileFormat2.BodyOffset + (chunks * (FileFormat2.ChunkSize + 16)) + 5] ^= 1;
                break;
        }

        (ToolProcess run, byte[] output) = ToolProcess.RunPiped(file, "decrypt", "--key-file", key, "-", "-");
        run.AssertRefused(1, says);
        Bytes.AssertEqual(content.AsSpan(..(chunks * FileFormat2.ChunkSize)), output, kind);
        Assert.Equal(chunks > 0, run.Error.Contains("The output is incomplete.", StringComparison.Ordinal));
        (run, _) = ToolProcess.RunPiped(file, "decrypt", "--key-file", key, "-", folder["out"]);
        run.AssertRefused(1, says);
        Assert.Equal(["key"], folder.Names);
    }

    /// <summary>The command writes chunks while the pipe is still open.</summary>
    [Fact]
    public async Task Decrypt_FromAPipeThatGoesOn_GivesChunksAsTheyCome()
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        string key = folder.AddKey("key", FileFormat2.WriteKeyFile(secret));
        byte[] content = Bytes.Random(new Random(1), 300_000);
        byte[] file = FileFormat2.Write("gcm-siv", FileFormat2.Header("gcm-siv", "KF"), secret, Bytes.Random(new Random(2), 24), content);
        using Process process = ToolProcess.StartWith(start => start.RedirectStandardInput = true, "decrypt", "--key-file", key, "-", "-");
        Stream input = process.StandardInput.BaseStream;
        byte[] read = new byte[FileFormat2.ChunkSize];

        // More than two chunks, but not more than a pipe holds, so that neither side waits for the other.
        await input.WriteAsync(file.AsMemory(0, 40_000), TestContext.Current.CancellationToken);
        await input.FlushAsync(TestContext.Current.CancellationToken);
        await process.StandardOutput.BaseStream.ReadExactlyAsync(read, TestContext.Current.CancellationToken);
        Assert.Equal(content[..FileFormat2.ChunkSize], read);
        Assert.False(process.HasExited);
        process.StandardInput.Close();
        await process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
        Assert.Contains("The output is incomplete.", await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(1, process.ExitCode);
    }

    /// <summary>An interrupted encryption cannot be mistaken for a complete one, and the command does not wait for a reader that has exited.</summary>
    [Fact]
    public void Encrypt_ToAPipe_FailsWhenTheReaderGoesOrTheInputFails()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It needs a shell and files of Linux.");
        using TestFolder folder = new();
        string key = folder.AddKey("key", FileFormat2.WriteKeyFile(Bytes.Random(new Random(1), 32)));
        folder.Add("in", new byte[10_000_000]);
        using Process process = ToolProcess.StartUnder(
            ["sh", "-c", "{ \"$@\"; echo code $? >&2; } | head -c 100000 > /dev/null", "sh"], "encrypt", "--key-file", key, folder["in"], "-");
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.Contains("The output is incomplete.", error, StringComparison.Ordinal);
        Assert.Contains("code 1", error, StringComparison.Ordinal);

        // Reading a process's memory fails at address 0, after the header was written.
        (ToolProcess run, byte[] output) = ToolProcess.RunPiped([], "encrypt", "--key-file", key, "/proc/self/mem", "-");
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("The output is incomplete.", run.Error, StringComparison.Ordinal);
        (run, output) = ToolProcess.RunPiped(output, "decrypt", "--key-file", key, "-", "-");
        run.AssertRefused(1, "truncated");
        Assert.Empty(output);
    }

    /// <summary>If standard output is a file, later output of other programs follows the command's.</summary>
    [Fact]
    public void Decrypt_ToStandardOutputThatIsAFile_LeavesItsPlaceAtTheEnd()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It needs a shell.");
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        string key = folder.AddKey("key", FileFormat2.WriteKeyFile(secret));
        folder.Add("in", FileFormat2.Write("gcm-siv", FileFormat2.Header("gcm-siv", "KF"), secret, new byte[24], "middle"u8.ToArray()));
        using Process process = ToolProcess.StartUnder(["sh", "-c", "{ printf first; \"$@\"; printf last; } > \"$0\"", folder["out"]], "decrypt", "--key-file", key, folder["in"], "-");
        process.WaitForExit();
        Assert.Equal("firstmiddlelast", File.ReadAllText(folder["out"]));
    }

    /// <summary>Only encrypt and decrypt accept "-" for a stream.</summary>
    [Fact]
    public void Dash_OfOtherVerbs_IsNoFile()
    {
        ToolProcess.Run("key", "-").AssertRefused(2, "There is no option '-'");
        ToolProcess.Run("vectors", "-").AssertRefused(2, "There is no option '-'");
    }

    /// <summary>Each failure prints one line with the cause and leaves no file.</summary>
    [Fact]
    public void InvalidCalls_FailWithOneLineAndNoFile()
    {
        using TestFolder folder = new();
        string key = folder.AddKey("key");
        string other = folder.AddKey("other", [.. new byte[31], 1]);
        string odd = folder.AddKey("odd", new byte[15]);
        string input = folder.Add("in", new byte[1000]);
        ToolProcess.Run("encrypt", "--key-file", key, input, folder["sealed"]).AssertSucceeded();
        byte[] changed = File.ReadAllBytes(folder["sealed"]);
        changed[^1] ^= 1;
        folder.Add("changed", changed);
        folder.Add("short", changed[..20]);
        folder.Add("future", [.. changed[..9], 3, .. changed[10..]]);
        string[] before = [.. folder.Names];

        void AssertRefused(int exitCode, string[] arguments, params string[] says)
        {
            ToolProcess.Run(arguments).AssertRefused(exitCode, says);
            Assert.Equal(before, folder.Names);
        }

        AssertRefused(1, ["decrypt", "--key-file", other, folder["sealed"], folder["x"]], "The key or passphrase is not the one", "sealed", "or its header was changed");
        AssertRefused(1, ["decrypt", "--key-file", key, folder["changed"], folder["x"]], "changed is not authentic", "Chunk 0 is not authentic");
        AssertRefused(1, ["decrypt", "--key-file", key, folder["future"], folder["x"]], "has version 3", "versions 1 and 2");
        AssertRefused(1, ["decrypt", "--key-file", key, folder["short"], folder["x"]], "truncated");
        AssertRefused(1, ["decrypt", "--key-file", key, input, folder["x"]], "not made by aesmodes encrypt");
        AssertRefused(1, ["decrypt", "--key-file", key, "--algorithm", "aez", folder["sealed"], folder["x"]], "gcm-siv", "aez");
        AssertRefused(1, ["encrypt", "--key-file", odd, input, folder["x"]], "16 to 1,024", "15");
        AssertRefused(1, ["encrypt", "--key-file", folder["none"], input, folder["x"]], "no file", "none");
        AssertRefused(1, ["encrypt", "--key-file", key, folder["none"], folder["x"]], "no file", "none");
        AssertRefused(1, ["encrypt", "--key-file", key, folder[""], folder["x"]], "folder");
        AssertRefused(1, ["encrypt", "--key-file", key, input, folder[""]], "folder");
        AssertRefused(1, ["encrypt", "--key-file", key, input, folder["no/x"]], "no folder");
        AssertRefused(1, ["encrypt", "--key-file", key, input, folder["sealed"]], "exists", "--force");
        AssertRefused(1, ["encrypt", "--force", "--key-file", key, input, key], "key file");
        AssertRefused(2, ["encrypt", "--key-file", key, "", folder["x"]], "IN must be the name of a file");
        AssertRefused(2, ["encrypt", input, folder["x"]], "--key-file");
        AssertRefused(2, ["encrypt", "--key-file", key, input], "Usage: aesmodes encrypt IN OUT [--key-file FILE]");
        AssertRefused(2, ["encrypt", "--key-file", key, "--algorithm", "des", input, folder["x"]], "'des'", "gcm-siv|aez|ctr");
        AssertRefused(2, ["key", "--size", "15", folder["x"]], "16 to 1,024", "'15'");
    }

    /// <summary>The file is so large that the signal arrives in the middle. It is sparse, so it needs no disk space.</summary>
    [Theory]
    [MemberData(nameof(Interruptions))]
    public async Task Encrypt_Interrupted_LeavesNothing(string algorithm, string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no signal to send to another process.");
        using TestFolder folder = new();
        folder.AddKey("key");
        using (FileStream file = File.Create(folder["in"]))
        {
            // aez creates its output only at the end, so the signal arrives before or during that.
            file.SetLength(algorithm == "aez" ? 300_000_000 : 5_000_000_000);
        }

        using Process process = ToolProcess.StartInterruptible("encrypt", "--key-file", folder["key"], "--algorithm", algorithm, folder["in"], folder["out"]);
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        while (algorithm != "aez" && !process.HasExited && !HasOutput(process, folder))
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }

        // The command handles signals only once it runs.
        await Task.Delay(algorithm == "aez" ? 0 : 50, TestContext.Current.CancellationToken);
        while (!process.HasExited)
        {
            Send(signal, process, patience: algorithm == "aez" ? 300 : 20_000);
        }

        Assert.Equal(128 + (signal switch { "HUP" => 1, "INT" => 2, "QUIT" => 3, _ => 15 }), process.ExitCode);
        string said = await error;
        Assert.True(said.Split('\n').Length <= 2);

        // If the system ended the process instead, the exit code would be the same, but a file with a name would remain.
        Assert.True(algorithm == "aez" || said.StartsWith("Interrupted.", StringComparison.Ordinal), said);
        Assert.Equal(["in", "key"], folder.Names);
    }

    /// <summary>Encrypts and decrypts 3 GiB. Needs 3 GiB of disk and a minute.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void EncryptAndDecrypt_3GiB_InLittleMemory(string algorithm)
    {
        Assert.SkipUnless(Environment.GetEnvironmentVariable(BigFiles) == "1", $"It is long and needs disk space: set {BigFiles}=1.");
        using TestFolder folder = new();
        folder.AddKey("key");
        using (FileStream file = File.Create(folder["in"]))
        {
            file.SetLength(3L << 30);
        }

        string[] encrypt = ["encrypt", "--key-file", folder["key"], "--algorithm", algorithm, folder["in"], folder["sealed"]];
        if (algorithm == "aez")
        {
            ToolProcess.Run(encrypt).AssertRefused(1, "2,147,418,112");
            return;
        }

        long encryptPeak = RunForPeak(encrypt);
        long decryptPeak = RunForPeak(["decrypt", "--key-file", folder["key"], "--algorithm", algorithm, folder["sealed"], folder["back"]]);
        TestContext.Current.TestOutputHelper?.WriteLine($"{algorithm}: {encryptPeak >> 20} and {decryptPeak >> 20} MiB");
        using FileStream back = File.OpenRead(folder["back"]);
        Assert.Equal(3L << 30, back.Length);
        byte[] chunk = new byte[1 << 20];
        for (int count; (count = back.Read(chunk)) > 0;)
        {
            Assert.False(chunk.AsSpan(0, count).ContainsAnyExcept((byte)0));
        }

        Assert.InRange(Math.Max(encryptPeak, decryptPeak), 1, 64L << 20);
    }

    /// <summary>AEZ holds the whole file in memory.</summary>
    [Fact]
    public void EncryptAez_NotEnoughMemory_IsRefused()
    {
        using TestFolder folder = new();
        string key = folder.AddKey("key");
        using (FileStream file = File.Create(folder["in"]))
        {
            file.SetLength(100 << 20);
        }

        ToolProcess.RunWith(start => start.Environment["DOTNET_GCHeapHardLimit"] = "0x4000000", "encrypt", "--key-file", key, "--algorithm", "aez", folder["in"], folder["sealed"])
            .AssertRefused(1, "not enough memory");
        Assert.Equal(["in", "key"], folder.Names);
    }

    /// <summary>OUT is in the key file's folder, reached through a link.</summary>
    [Fact]
    public void Encrypt_OntoTheKeyFileThroughALink_IsRefused()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a privilege there.");
        using TestFolder folder = new();
        Directory.CreateDirectory(folder["real"]);
        string key = folder.AddKey("real/k");
        byte[] content = File.ReadAllBytes(key);
        Directory.CreateSymbolicLink(folder["alias"], folder["real"]);
        ToolProcess.Run("encrypt", "--force", "--key-file", key, folder.Add("in", [1]), folder["alias/k"]).AssertRefused(1, "OUT is the key file");
        Assert.Equal(content, File.ReadAllBytes(key));
    }

    /// <summary>Linux reports such files as empty, like a file that has grown since.</summary>
    [Fact]
    public void EncryptAez_AFileThatGrew_IsRefused()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It needs a file that is longer than it says.");
        using TestFolder folder = new();
        ToolProcess.Run("encrypt", "--algorithm", "aez", "--key-file", folder.AddKey("key"), "/proc/version", folder["x"]).AssertRefused(1, "changed while it was read");
        Assert.Equal(["key"], folder.Names);
    }

    [Fact]
    public void Encrypt_UnlikelyKeyFile_NeedsRawKeyOption()
    {
        using TestFolder folder = new();
        string input = folder.Add("in", [1]);
        foreach (byte[] none in (byte[][])[new byte[32], "only text of 32 bytes, not a key"u8.ToArray()])
        {
            string key = folder.AddKey("key", none);
            ToolProcess.Run("encrypt", "--key-file", key, input, folder["x"]).AssertRefused(1, "--raw-key");
            ToolProcess.Run("encrypt", "--force", "--raw-key", "--key-file", key, input, folder["y"]).AssertSucceeded();
            ToolProcess.Run("decrypt", "--key-file", key, folder["y"], folder["x"]).AssertRefused(1, "--raw-key");
        }

        Assert.Equal(["in", "key", "y"], folder.Names);
    }

    [Fact]
    public void Encrypt_UnderAKeyFileOfOthers_Warns()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Files have no such permissions there.");
        using TestFolder folder = new();
        string key = folder.AddKey("key");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(key, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        }

        ToolProcess run = ToolProcess.Run("encrypt", "--key-file", key, folder.Add("in", [1]), folder["x"]);
        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("Warning: ", run.Error, StringComparison.Ordinal);
        Assert.Contains("chmod 600", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Messages_WithNamesAndContents_ArePrintableAndShort()
    {
        using TestFolder folder = new();
        ToolProcess.Run("vectors", "no\u001b[31m\u202efile\u009b").AssertRefused(1, "no?[31m?file?");
        folder.Add("long.json", [.. "{\""u8, .. Enumerable.Repeat((byte)'a', 1_000_000), .. "\": []}"u8]);
        ToolProcess run = ToolProcess.Run("vectors", folder["long.json"]);
        run.AssertRefused(1, "aaa…aaa", "is not a known kind of test vector");
        Assert.InRange(run.Error.Length, 1, 1200);
    }

    /// <summary>On Linux, a file that is being written has no name.</summary>
    internal static bool HasOutput(Process process, TestFolder folder, int namesBefore = 2)
    {
        if (!OperatingSystem.IsLinux())
        {
            return folder.Names.Count() > namesBefore;
        }

        try
        {
            return Directory.GetFiles($"/proc/{process.Id}/fd").Any(file => new FileInfo(file).LinkTarget is { } target
                && target.StartsWith(folder[""], StringComparison.Ordinal) && target.EndsWith(" (deleted)", StringComparison.Ordinal));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has just ended.
            return false;
        }
    }

    internal static void Send(string signal, Process process, int patience)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
        process.WaitForExit(patience);
    }

    /// <summary>Returns the process's peak memory. Reads it while the process runs, because Linux discards it afterwards.</summary>
    private static long RunForPeak(string[] arguments)
    {
        using Process process = ToolProcess.Start(arguments);
        long peak = 0;
        while (!process.WaitForExit(50))
        {
            try
            {
                process.Refresh();
                peak = Math.Max(peak, process.PeakWorkingSet64);
            }
            catch (InvalidOperationException)
            {
                // The process has just ended.
            }
        }

        Assert.Equal(0, process.ExitCode);
        return peak;
    }

    private static void AssertDone(ToolProcess run, string algorithm)
    {
        Assert.Equal(0, run.ExitCode);
        Assert.Empty(run.Output);
        if (algorithm == "ctr")
        {
            Assert.Contains("not authenticated", run.Error, StringComparison.Ordinal);
        }
        else
        {
            Assert.Empty(run.Error);
        }
    }
}
