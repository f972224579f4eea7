using System.Diagnostics;
using System.Globalization;
using System.Text;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests that when the command ends, its memory contains no key, passphrase or file content. Reads all of that memory.</summary>
public class SecretMemoryTests
{
    private const int ChunkSize = 1 << 20;

    /// <summary>Longer than the plaintext that a kernel keeps in registers.</summary>
    private const int PieceSize = 1024;

    public static MatrixTheoryData<string, string> Verbs => new(["encrypt", "decrypt"], ["gcm-siv", "aez", "ctr"]);

    [Theory]
    [MemberData(nameof(Verbs))]
    public void EncryptAndDecrypt_AtTheirEnd_HaveNeitherKeyNorPlaintextInMemory(string verb, string algorithm)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        Random random = new(1);
        byte[] secret = Bytes.Random(random, 32);
        folder.AddKey("key", FileFormat2.WriteKeyFile(secret));
        byte[] piece = Bytes.Random(random, PieceSize);
        byte[] plaintext = [.. Enumerable.Repeat(piece, 600).SelectMany(bytes => bytes)];
        byte[] header = FileFormat2.Header(algorithm, "KF");
        string input = folder.Add("in", verb == "encrypt" ? plaintext : FileFormat2.Write(algorithm, header, secret, Bytes.Random(random, FileFormat2.SaltSize), plaintext));
        AssertGone([verb, "--key-file", folder["key"], "--algorithm", algorithm, input, folder["out"]], () =>
        {
            byte[] salt = File.ReadAllBytes(folder[verb == "encrypt" ? "out" : "in"])[14..][..FileFormat2.SaltSize];
            (byte[] key, byte[] nonce, _) = FileFormat2.Derive(algorithm, header, secret, salt);
            return [secret, piece, FileFormat2.DeriveAlgorithmKey(secret, algorithm), key, nonce];
        });
        Assert.Equal(["in", "key", "out"], folder.Names);
    }

    [Theory]
    [InlineData("gcm-siv", 16)]
    [InlineData("aez", 48)]
    [InlineData("ctr", 32)]
    public void Decrypt_Version1AtItsEnd_HasNeitherKeyNorPlaintextInMemory(string algorithm, int keySize)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        Random random = new(1);
        byte[] key = Bytes.Random(random, keySize);
        folder.AddKey("key", key);
        byte[] piece = Bytes.Random(random, PieceSize);
        string input = folder.Add("in", FileFormat.Write(algorithm, key, Bytes.Random(random, algorithm == "gcm-siv" ? 12 : 16), [.. Enumerable.Repeat(piece, 600).SelectMany(bytes => bytes)]));
        AssertGone(["decrypt", "--key-file", folder["key"], "--algorithm", algorithm, input, folder["out"]], () => [key, piece]);
    }

    /// <summary>Argon2id's package may leave a copy of its result in freed memory (SECURITY.md). Nothing else may remain.</summary>
    [Theory]
    [InlineData("encrypt")]
    [InlineData("decrypt")]
    public void EncryptAndDecrypt_WithAPassphraseAtTheirEnd_HaveNoneInMemory(string verb)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        byte[] words = Encoding.ASCII.GetBytes(Convert.ToHexString(Bytes.Random(new Random(7), 20)));
        folder.Add("words", words);
        folder.Add("in", [1, 2, 3]);
        ToolProcess.RunWithInput(words, "encrypt", "--passphrase-fd", "0", folder["in"], folder["sealed"]).AssertSucceeded();
        AssertGone(
            [verb, "--passphrase-fd", "7", folder[verb == "encrypt" ? "in" : "sealed"], folder["out"]],
            () =>
            {
                byte[] file = File.ReadAllBytes(folder[verb == "encrypt" ? "out" : "sealed"]);
                using SecretBuffer secret = Argon2Parameters.Read(file.AsSpan(14, 28), "file").Derive(words);
                byte[] header = file[..42];
                return [words, FileFormat2.DeriveAlgorithmKey(secret.Bytes, "gcm-siv"), FileFormat2.Derive("gcm-siv", header, secret.Bytes, file[42..66]).Key];
            },
            ["sh", "-c", "exec \"$@\" 7< \"$0\"", folder["words"]]);
    }

    [Fact]
    public void Key_AtItsEnd_HasNoKeyInMemory()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        AssertGone(["key", folder["key"]], () => [File.ReadAllBytes(folder["key"])[12..44]]);
    }

    private static void AssertGone(string[] arguments, Func<byte[][]> secrets, params string[] program)
    {
        // The marker proves that the scan works.
        string marker = Guid.NewGuid().ToString("N");
        using Process process = ToolProcess.StartWith(
            start =>
            {
                start.RedirectStandardInput = true;
                start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(StartupHook).Assembly.Location;
                start.Environment["AESMODES_TEST_MARKER"] = marker;
            },
            program,
            arguments);
        try
        {
            Assert.Equal(StartupHook.AtTheEnd, process.StandardOutput.ReadLine());
            byte[][] wanted = [.. secrets(), Encoding.ASCII.GetBytes(marker)];
            Stop(process);
            int[] found = Count(process.Id, wanted);
            FileCommandTests.Send("CONT", process, 0);
            Assert.True(found[^1] > 0, "The scan does not find what is there.");
            Assert.All(found[..^1], count => Assert.Equal(0, count));
            process.StandardInput.WriteLine();
            Assert.True(process.WaitForExit(60_000));
            Assert.Equal(0, process.ExitCode);
        }
        finally
        {
            process.Kill();
        }
    }

    /// <summary>Waits until every thread has stopped. Otherwise, the runtime may free memory during the scan, and reading it fails.</summary>
    private static void Stop(Process process)
    {
        FileCommandTests.Send("STOP", process, 0);
        Assert.True(SpinWait.SpinUntil(() => HasStopped(process), 60_000), "It does not stop.");
    }

    private static bool HasStopped(Process process)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{process.Id}/task").All(thread => File.ReadAllText(thread + "/stat").Split(") ")[^1][0] == 'T');
        }
        catch (IOException)
        {
            // A thread has just ended.
            return false;
        }
    }

    /// <summary>Counts each value in the memory of a stopped process.</summary>
    private static int[] Count(int process, byte[][] wanted)
    {
        int[] found = new int[wanted.Length];
        int overlap = wanted.Max(bytes => bytes.Length) - 1;
        byte[] chunk = new byte[overlap + ChunkSize];
        using FileStream memory = new($"/proc/{process}/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        foreach (string line in File.ReadLines($"/proc/{process}/maps"))
        {
            string[] fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields[1][0] != 'r' || fields is [.., "[vvar]" or "[vsyscall]" or "[vvar_vclock]"])
            {
                continue;
            }

            long[] range = [.. fields[0].Split('-').Select(text => long.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
            int kept = 0;
            for (long at = range[0]; at < range[1];)
            {
                memory.Position = at;
                int count = memory.Read(chunk, kept, (int)Math.Min(ChunkSize, range[1] - at));
                if (count == 0)
                {
                    break;
                }

                at += count;
                ReadOnlySpan<byte> bytes = chunk.AsSpan(0, kept + count);
                for (int i = 0; i < wanted.Length; i++)
                {
                    // Skip occurrences that were already counted in the previous chunk.
                    for (int from = Math.Max(0, kept - wanted[i].Length + 1), next; (next = bytes[from..].IndexOf(wanted[i])) >= 0; from += next + 1)
                    {
                        found[i]++;
                    }
                }

                int keep = Math.Min(overlap, bytes.Length);
                bytes[^keep..].CopyTo(chunk);
                kept = keep;
            }
        }

        return found;
    }
}
