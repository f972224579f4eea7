using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AesModes.Tests.Limits;

/// <summary>
/// After a call and after Dispose, the process memory must not contain a key or a value derived from one. This includes memory to which the compiler spilled registers. A
/// separate process, tests/AesModes.MemoryScan, makes the calls and scans; this class computes the values to look for.
/// </summary>
public sealed class MemoryScanTests
{
    /// <summary>After calls with different keys, stacks may differ in a few vectors of the message's values and in addresses. Buffers that hold keys would be larger.</summary>
    private const int MostInARow = 160;

    private const int Most = 800;

    private static readonly byte[] _nonce = [.. Enumerable.Range(0, 12).Select(i => (byte)(17 * (i + 1)))];

    /// <summary>Runs with the JIT's full optimisation, and with its code for first calls.</summary>
    [Theory]
    [InlineData("DOTNET_TieredCompilation=0")]
    [InlineData("DOTNET_TC_CallCounting=0")]
    public async Task Process_AfterEveryPublicCall_HasNoKeys(string setting)
    {
        Assert.SkipWhen(Effort.IsSlow, "the calls take too long without vector instructions");
        Assert.SkipWhen(Effort.IsUnoptimized, "a Debug build of the library is not what people deploy");
        string[] lines = await Scan(setting);
        TestContext.Current.TestOutputHelper?.WriteLine(string.Join('\n', lines));

        // The scan must have covered more than a thousand calls per backend and, on Linux, the whole process.
        string[] looked = lines[^1].Split('\t');
        Assert.Equal("looked", looked[0]);
        Assert.True(int.Parse(looked[1], CultureInfo.InvariantCulture) > 1000 * Backend.All.Count(backend => backend.IsSupported));
        Assert.True(!OperatingSystem.IsLinux() || long.Parse(looked[2], CultureInfo.InvariantCulture) > 10_000_000);
        string[] found = [.. lines.Where(line => line.StartsWith("found", StringComparison.Ordinal))];
        if (found.Length > 0)
        {
            // The runtime saves registers in varying places when it compiles a method or suspends a thread.
            found = [.. found.IntersectBy((await Scan(setting)).Select(WithoutSizes), WithoutSizes)];
        }

        Assert.True(found.Length == 0, $"{setting}:\n{string.Join('\n', found)}");
        foreach (string[] parts in lines.Where(line => line.StartsWith("differs", StringComparison.Ordinal)).Select(line => line.Split('\t')))
        {
            int inAll = int.Parse(parts[2], CultureInfo.InvariantCulture), inARow = int.Parse(parts[3], CultureInfo.InvariantCulture);
            Assert.True(inAll <= Most && inARow <= MostInARow, $"{setting}, {parts[1]}: {inAll} bytes differ on the stack, {inARow} in a row.");
        }
    }

    /// <summary>Returns what was found where. A line ends with the message sizes.</summary>
    private static string WithoutSizes(string line) => string.Join('\t', line.Split('\t').Take(3));

    /// <summary>Returns the lines that the process prints.</summary>
    private static async Task<string[]> Scan(string setting)
    {
        ProcessStartInfo start = new(Tool.ToolProcess.Host, [Path.Combine(AppContext.BaseDirectory, "AesModes.MemoryScan.dll")])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[setting.Split('=')[0]] = setting.Split('=')[1];
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        foreach ((string set, string name, byte[] bytes) in Secrets())
        {
            byte[] masked = [.. bytes.Select(b => (byte)(b ^ 0x5A))];
            await process.StandardInput.WriteLineAsync($"{set}\t{name}\t{Convert.ToHexString(masked)}");
        }

        process.StandardInput.Close();
        string[] lines = (await output).Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, await error);
        return lines;
    }

    /// <summary>Keys and values derived from them: two sets for each kind of key.</summary>
    private static IEnumerable<(string Set, string Name, byte[] Bytes)> Secrets()
    {
        for (int seed = 1; seed <= 2; seed++)
        {
            Random random = new(1000 + seed);
            foreach (int size in (int[])[16, 32])
            {
                string set = $"gcm-siv {size} {seed}";
                byte[] key = Bytes.Random(random, size);
                foreach ((string name, byte[] bytes) in WithRoundKeys("key-generating key", key))
                {
                    yield return (set, name, bytes);
                }

                (byte[] h, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(key, _nonce);
                foreach ((string name, byte[] bytes) in WithRoundKeys("message-encryption key", encryption).Skip(1))
                {
                    yield return (set, name, bytes);
                }

                UInt128 power = ReferenceField.Read(h);
                for (int n = 1; n <= 16; n++)
                {
                    yield return (set, $"H^{n}", ReferenceField.Write(power));
                    power = ReferenceField.Dot(power, ReferenceField.Read(h));
                }
            }

            foreach (int size in (int[])[16, 32])
            {
                string set = $"chunked {size} {seed}";
                byte[] key = Bytes.Random(random, size);
                yield return (set, "key", key);

                // The key of a message with a salt of zeros and an empty context.
                byte[] info = [.. Encoding.ASCII.GetBytes($"c2sp.org/chunked-encryption@v1+AEAD_AES_{8 * size}_GCM_SIV"), .. new byte[1 + 24]];
                byte[] messageKey = HMACSHA512.HashData(key, (byte[])[.. info, 1])[..size];
                foreach ((string name, byte[] bytes) in WithRoundKeys("chunked message's key", messageKey).Skip(1))
                {
                    yield return (set, name, bytes);
                }
            }

            foreach (int size in (int[])[48, 100])
            {
                string set = $"aez {size} {seed}";
                byte[] key = Bytes.Random(random, size);
                yield return (set, "key", key);
                yield return (set, "the key's end", key[^32..]);
                PlainAez plain = new(ReferenceAez.Extract(key));
                yield return (set, "I", plain.I);
                yield return (set, "J", plain.J);
                yield return (set, "L", plain.L);
                for (int n = 2; n <= 9; n++)
                {
                    yield return (set, $"{n} J", ReferenceAez.Times(n, plain.J));
                    yield return (set, $"{n} L", ReferenceAez.Times(n, plain.L));
                }

                for (int group = 1; group <= 200; group++)
                {
                    yield return (set, $"2^{group} I", plain.MultipleOfI(8 * group));
                }
            }

            foreach (int size in (int[])[16, 24, 32])
            {
                foreach ((string name, byte[] bytes) in WithRoundKeys("key", Bytes.Random(random, size)))
                {
                    yield return ($"ctr {size} {seed}", name, bytes);
                }
            }
        }
    }

    private static IEnumerable<(string Name, byte[] Bytes)> WithRoundKeys(string name, byte[] key)
    {
        yield return ("key", key);
        foreach ((int i, byte[] roundKey) in new ReferenceAes(key).RoundKeys.Index())
        {
            yield return ($"round key {i} of the {name}", roundKey);
        }
    }
}
