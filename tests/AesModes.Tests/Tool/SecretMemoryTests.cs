using System.Diagnostics;
using System.Globalization;

namespace AesModes.Tests.Tool;

/// <summary>When the command's work is done, neither the key nor the file is in its memory, all of which the test reads.</summary>
public class SecretMemoryTests
{
    private const int ChunkSize = 1 << 20;

    /// <summary>Whole key files. A piece of the plaintext is longer than what a kernel has in registers.</summary>
    private const int PieceSize = 1024;

    public static MatrixTheoryData<string, string> Verbs => new(["encrypt", "decrypt"], ["gcm-siv", "aez", "ctr"]);

    [Theory]
    [MemberData(nameof(Verbs))]
    public void EncryptAndDecrypt_AtTheirEnd_HaveNeitherKeyNorPlaintextInMemory(string verb, string algorithm)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        Random random = new(1);
        byte[] key = Bytes.Random(random, 32);
        folder.AddKey("key", key);
        byte[] piece = Bytes.Random(random, PieceSize);
        byte[] plaintext = [.. Enumerable.Repeat(piece, 600).SelectMany(bytes => bytes)];
        string input = folder.Add("in", verb == "encrypt" ? plaintext : FileFormat.Write(algorithm, key, Bytes.Random(random, algorithm == "gcm-siv" ? 12 : 16), plaintext));
        AssertGone([verb, "--key-file", folder["key"], "--algorithm", algorithm, input, folder["out"]], () => [key, piece]);
        Assert.Equal(["in", "key", "out"], folder.Names);
    }

    [Fact]
    public void Key_AtItsEnd_HasNoKeyInMemory()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only there is a process's memory a file.");
        using TestFolder folder = new();
        AssertGone(["key", folder["key"]], () => [File.ReadAllBytes(folder["key"])]);
    }

    private static void AssertGone(string[] arguments, Func<byte[][]> secrets)
    {
        // Proof that the scan finds something.
        string marker = Guid.NewGuid().ToString("N");
        using Process process = ToolProcess.StartWith(
            start =>
            {
                start.RedirectStandardInput = true;
                start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(StartupHook).Assembly.Location;
                start.Environment["AESMODES_TEST_MARKER"] = marker;
            },
            arguments);
        try
        {
            Assert.Equal(StartupHook.AtTheEnd, process.StandardOutput.ReadLine());
            byte[][] wanted = [.. secrets(), System.Text.Encoding.ASCII.GetBytes(marker)];
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

    /// <summary>Waits until it has stopped: the runtime's other threads give memory back, and reading that fails.</summary>
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

    /// <summary>How often each is in the memory of a process that has stopped.</summary>
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
                    // What lies whole in the part that was kept was counted before.
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
