using System.Diagnostics;
using System.Text;
using AesModes.Tool.Common;
using AesModes.Tool.Files;
using Konscious.Security.Cryptography;
using Org.BouncyCastle.Crypto.Generators;

namespace AesModes.Tests.Tool;

/// <summary>Tests passphrases: Argon2id against other implementations, its bounds, and input from a terminal or a descriptor.</summary>
public class PassphraseTests
{
    private const string Words = "correct horse – battery";

    /// <summary>RFC 9106 §5.3.</summary>
    [Fact]
    public void Argon2id_TheRfcsExample_GivesItsTag()
    {
        using Argon2id argon2 = new([.. Enumerable.Repeat((byte)1, 32)])
        {
            Salt = [.. Enumerable.Repeat((byte)2, 16)],
            KnownSecret = [.. Enumerable.Repeat((byte)3, 8)],
            AssociatedData = [.. Enumerable.Repeat((byte)4, 12)],
            MemorySize = 32,
            Iterations = 3,
            DegreeOfParallelism = 4,
        };
        Assert.Equal("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659", Convert.ToHexStringLower(argon2.GetBytes(32)));
    }

    /// <summary>Compares other parameters and passphrases with BouncyCastle, including memory that is not a multiple of the lanes.</summary>
    [Theory]
    [InlineData(8, 1, 1, "a")]
    [InlineData(64, 1, 1, Words)]
    [InlineData(67, 2, 2, Words)]
    [InlineData(1000, 3, 4, "A passphrase of more than one hundred and twenty-eight bytes, so that the first block of BLAKE2b is full and another one follows it.")]
    [InlineData(4096, 1, 16, "ÄÖÜ")]
    public void Derive_SmallParameters_AgreesWithBouncyCastle(int memory, int passes, int lanes, string words)
    {
        byte[] salt = Bytes.Random(new Random(memory), 16);
        byte[] passphrase = Encoding.UTF8.GetBytes(words);
        Argon2BytesGenerator generator = new();
        generator.Init(new Org.BouncyCastle.Crypto.Parameters.Argon2Parameters.Builder(Org.BouncyCastle.Crypto.Parameters.Argon2Parameters.Argon2id)
            .WithVersion(Org.BouncyCastle.Crypto.Parameters.Argon2Parameters.Version13).WithSalt(salt)
            .WithMemoryAsKB(memory).WithIterations(passes).WithParallelism(lanes).Build());
        byte[] expected = new byte[32];
        generator.GenerateBytes(passphrase, expected);
        using SecretBuffer secret = new Argon2Parameters(salt, memory, passes, lanes).Derive(passphrase);
        Assert.Equal(expected, secret.Bytes);
    }

    /// <summary>The second recommendation of RFC 9106 §4.</summary>
    [Fact]
    public void Create_Always_HasTheRecommendedCost()
    {
        Argon2Parameters parameters = Argon2Parameters.Create();
        Assert.Equal((65_536, 3, 4, 16), (parameters.Memory, parameters.Passes, parameters.Lanes, parameters.Salt.Length));
        Assert.NotEqual(parameters.Salt, Argon2Parameters.Create().Salt);
        byte[] bytes = new byte[Argon2Parameters.Size];
        parameters.Write(bytes);
        Assert.Equal(FileFormat2.Argon2(parameters.Salt, 65_536, 3, 4), bytes);
    }

    [Theory]
    [InlineData(8, 1, 1, true)]
    [InlineData(128, 1, 16, true)]
    [InlineData(1_048_576, 16, 16, true)]
    [InlineData(7, 1, 1, false)]
    [InlineData(0, 1, 1, false)]
    [InlineData(127, 1, 16, false)]
    [InlineData(1_048_577, 1, 1, false)]
    [InlineData(uint.MaxValue, 1, 1, false)]
    [InlineData(0x8000_0000, 1, 1, false)]
    [InlineData(64, 0, 1, false)]
    [InlineData(64, 17, 1, false)]
    [InlineData(64, uint.MaxValue, 1, false)]
    [InlineData(64, 1, 0, false)]
    [InlineData(1000, 1, 17, false)]
    [InlineData(1000, 1, 0x2000_0001, false)]
    [InlineData(1000, 1, uint.MaxValue, false)]
    public void Read_ParametersAtTheirBounds_AreTakenOrRefused(uint memory, uint passes, uint lanes, bool isTaken)
    {
        byte[] bytes = FileFormat2.Argon2(new byte[16], memory, passes, lanes);
        if (isTaken)
        {
            Argon2Parameters parameters = Argon2Parameters.Read(bytes, "f");
            Assert.Equal((memory, passes, lanes), ((uint)parameters.Memory, (uint)parameters.Passes, (uint)parameters.Lanes));
        }
        else
        {
            Assert.Contains("asks for Argon2id with", Assert.Throws<CommandFailure>(() => Argon2Parameters.Read(bytes, "f")).Message, StringComparison.Ordinal);
        }
    }

    /// <summary>The command checks the header before it asks for a passphrase or computes anything.</summary>
    [Fact]
    public void Decrypt_ParametersOutOfBounds_IsRefusedBeforeThePassphraseIsRead()
    {
        using TestFolder folder = new();
        byte[] header = FileFormat2.Header("gcm-siv", "PW", FileFormat2.Argon2(new byte[16], 2_000_000, 3, 4));
        folder.Add("sealed", FileFormat2.Write("gcm-siv", header, new byte[32], new byte[24], [1]));
        ToolProcess.Run("decrypt", "--passphrase-fd", "9", folder["sealed"], folder["x"]).AssertRefused(1, "2,000,000 KiB");
    }

    [Theory]
    [InlineData("abc", "abc")]
    [InlineData("abc\n", "abc")]
    [InlineData("abc\r\n", "abc")]
    [InlineData("abc\ndef", "abc")]
    [InlineData("abc\r", "abc\r")]
    [InlineData(" a b \n", " a b ")]
    [InlineData("ä\n", "ä")]
    public void ReadLine_UpToTheLineEnd_IsThePassphrase(string text, string expected)
    {
        using MemoryStream stream = new(Encoding.UTF8.GetBytes(text));
        using SecretBuffer passphrase = Passphrase.ReadLine(stream, CancellationToken.None);
        Assert.Equal(expected, Encoding.UTF8.GetString(passphrase.Bytes));
        int end = text.IndexOf('\n', StringComparison.Ordinal);
        Assert.Equal(end < 0 ? stream.Length : Encoding.UTF8.GetByteCount(text[..(end + 1)]), stream.Position);
    }

    [Theory]
    [InlineData(1024, "", null)]
    [InlineData(1024, "\n", null)]
    [InlineData(1024, "\r\n", null)]
    [InlineData(1025, "", "longer than 1,024")]
    [InlineData(1025, "\n", "longer than 1,024")]
    [InlineData(100_000, "\n", "longer than 1,024")]
    [InlineData(0, "", "empty")]
    [InlineData(0, "\n", "empty")]
    [InlineData(0, "\r\nabc", "empty")]
    public void ReadLine_EmptyOrTooLong_IsRefused(int length, string end, string? says)
    {
        using MemoryStream stream = new(Encoding.UTF8.GetBytes(new string('a', length) + end));
        if (says is null)
        {
            using SecretBuffer passphrase = Passphrase.ReadLine(stream, CancellationToken.None);
            Assert.Equal(length, passphrase.Bytes.Length);
            return;
        }

        Assert.Contains(says, Assert.Throws<CommandFailure>(() => Passphrase.ReadLine(stream, CancellationToken.None)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ReadLine_NoText_IsRefused()
    {
        using MemoryStream stream = new([0xff, 0xfe, 10]);
        Assert.Contains("UTF-8", Assert.Throws<CommandFailure>(() => Passphrase.ReadLine(stream, CancellationToken.None)).Message, StringComparison.Ordinal);
    }

    /// <summary>Descriptor 0 is standard input. The shell opens another descriptor.</summary>
    [Theory]
    [InlineData("gcm-siv")]
    [InlineData("aez")]
    [InlineData("ctr")]
    public void EncryptAndDecrypt_WithAPassphraseFromADescriptor_GiveTheFileBack(string algorithm)
    {
        using TestFolder folder = new();
        byte[] content = Bytes.Random(new Random(1), 40_000);
        folder.Add("in", content);
        byte[] line = Encoding.UTF8.GetBytes(Words + "\n");
        ToolProcess run = ToolProcess.RunWithInput(line, "encrypt", "--passphrase-fd", "0", "--algorithm", algorithm, folder["in"], folder["sealed"]);
        Assert.Equal(0, run.ExitCode);
        byte[] file = File.ReadAllBytes(folder["sealed"]);
        Assert.Equal("PW"u8.ToArray(), file[12..14]);
        Assert.Equal((byte[])[0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4], file[30..42]);

        run = ToolProcess.RunWithInput(line, "decrypt", "--passphrase-fd", "0", "--algorithm", algorithm, folder["sealed"], folder["back"]);
        Assert.Equal(0, run.ExitCode);
        Assert.Equal(content, File.ReadAllBytes(folder["back"]));

        ToolProcess.RunWithInput([.. "x"u8, .. line], "decrypt", "--passphrase-fd", "0", "--algorithm", algorithm, folder["sealed"], folder["x"])
            .AssertRefused(1, "The key or passphrase is not the one that");
        ToolProcess.RunWithInput([10], "decrypt", "--passphrase-fd", "0", "--algorithm", algorithm, folder["sealed"], folder["x"]).AssertRefused(1, "empty");
        Assert.False(File.Exists(folder["x"]));

        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows hands on no other descriptors.");
        folder.Add("words", line);
        using Process process = ToolProcess.StartUnder(
            ["sh", "-c", "exec \"$@\" 7< \"$0\"", folder["words"]], "decrypt", "--passphrase-fd", "7", "--algorithm", algorithm, folder["sealed"], folder["again"]);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        Assert.Equal(content, File.ReadAllBytes(folder["again"]));
    }

    /// <summary>Rejects descriptors that nobody opened, because the runtime opens files of its own, and IN.</summary>
    [Fact]
    public void Encrypt_DescriptorsThatNobodyOpened_AreRefused()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows hands on no other descriptors.");
        using TestFolder folder = new();
        folder.Add("in", Encoding.UTF8.GetBytes(Words + "\n"));
        using Process process = ToolProcess.StartUnder(
            ["sh", "-c", "i=20; while [ $i -lt 200 ]; do i=$((i + 20)); \"$@\" --passphrase-fd $i \"$0\" \"$0.out\"; done", folder["in"]], "encrypt");
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(9, error.Split('\n').Count(line => line.Contains("is not open", StringComparison.Ordinal)));
        Assert.Equal(["in"], folder.Names);
    }

    [Fact]
    public void Secrets_NoneOrTwoOrFromIn_AreWrongArguments()
    {
        using TestFolder folder = new();
        string input = folder.Add("in", [1]);
        string key = folder.AddKey("key");
        foreach (string verb in (string[])["encrypt", "decrypt"])
        {
            ToolProcess.Run(verb, input, folder["x"]).AssertRefused(2, "one of --key-file, --passphrase and --passphrase-fd");
            ToolProcess.Run(verb, "--key-file", key, "--passphrase", input, folder["x"]).AssertRefused(2, "one of --key-file, --passphrase and --passphrase-fd");
            ToolProcess.Run(verb, "--passphrase", "--passphrase-fd", "0", input, folder["x"]).AssertRefused(2, "one of --key-file");
            ToolProcess.Run(verb, "--passphrase-fd", "0", "-", folder["x"]).AssertRefused(2, "Standard input is IN");
            ToolProcess.Run(verb, "--passphrase-fd", "99999", input, folder["x"]).AssertRefused(2, "--passphrase-fd must be");
            ToolProcess.Run(verb, "--key-file", "-", input, folder["x"]).AssertRefused(2, "not standard input");
        }

        ToolProcess.RunWithInput([], "encrypt", "--passphrase", input, folder["x"]).AssertRefused(1, "--passphrase-fd N");
        Assert.Equal(["in", "key"], folder.Names);
    }

    /// <summary>script(1) gives the command a terminal. The terminal must not show what is typed.</summary>
    [Theory]
    [InlineData("encrypt", new string[] { Words, Words }, 0, "Repeat the passphrase")]
    [InlineData("encrypt", new string[] { Words, "other words" }, 1, "The two passphrases differ")]
    [InlineData("encrypt", new string[] { "" }, 1, "The passphrase is empty")]
    [InlineData("decrypt", new string[] { Words }, 0, "Passphrase")]
    [InlineData("decrypt", new string[] { "other words" }, 1, "The key or passphrase is not the one")]
    [InlineData("decrypt", new string[] { "qzx\u0003" }, 130, "Interrupted.")]
    public async Task Passphrase_OnATerminal_IsAskedForAndNotShown(string verb, string[] typed, int exitCode, string says)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "It needs script(1) of util-linux.");
        using TestFolder folder = new();
        folder.Add("in", [1, 2, 3]);
        ToolProcess.RunWithInput(Encoding.UTF8.GetBytes(Words), "encrypt", "--passphrase-fd", "0", folder["in"], folder["sealed"]).AssertSucceeded();

        // The trap keeps every shell alive after Ctrl+C; dash would end without it.
        string command = $"trap : INT; '{ToolProcess.Host}' '{ToolProcess.Dll}' {verb} --passphrase '{folder[verb == "encrypt" ? "in" : "sealed"]}' '{folder["out"]}'; code=$?; stty -a; exit $code";

        // Background processes of a script ignore Ctrl+C, and their children inherit that.
        ProcessStartInfo start = new("/usr/bin/env", ["--default-signal=INT", "/usr/bin/script", "-qec", command, "/dev/null"]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        StringBuilder shown = new();
        char[] piece = new char[1000];
        async Task<bool> ReadUntil(string wanted)
        {
            while (!shown.ToString().Contains(wanted, StringComparison.Ordinal))
            {
                int count = await process.StandardOutput.ReadAsync(piece, TestContext.Current.CancellationToken);
                if (count == 0)
                {
                    return false;
                }

                shown.Append(piece, 0, count);
            }

            return true;
        }

        string[] prompts = ["Passphrase: ", "Repeat the passphrase: "];
        for (int i = 0; i < typed.Length; i++)
        {
            Assert.True(await ReadUntil(prompts[i]), shown.ToString());
            await process.StandardInput.WriteAsync(typed[i].EndsWith('\u0003') ? typed[i] : typed[i] + "\n");
            await process.StandardInput.FlushAsync(TestContext.Current.CancellationToken);
        }

        _ = await ReadUntil("\0");
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(exitCode == process.ExitCode, shown.ToString());
        Assert.Contains(says, shown.ToString(), StringComparison.Ordinal);
        Assert.All(typed.Where(words => words.Length > 0), words => Assert.DoesNotContain(words.TrimEnd('\u0003'), shown.ToString(), StringComparison.Ordinal));

        // The terminal must show typed text again.
        Assert.Contains(" echo ", shown.ToString(), StringComparison.Ordinal);
        Assert.Equal(exitCode == 0, File.Exists(folder["out"]));
    }
}
