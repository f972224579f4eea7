using System.Diagnostics;
using AesModes.Backends.Hardware;
using AesModes.Tests.Tool;

namespace AesModes.Tests.Backends;

/// <summary>Tests what <see cref="WideAes.TryEnable"/> loads, checks and changes. The tests of every backend cover the native functions themselves.</summary>
[Kernels]
public sealed class WideAesTests
{
    /// <summary>Whether this process can run the library, by other means than <see cref="WideLibrary"/>.</summary>
    private static bool IsUsable =>
        OperatingSystem.IsLinux() && File.Exists(Library)
        && (X86.IsMultiply512Supported || X86.IsMultiply256Supported) && File.ReadAllText("/proc/cpuinfo").Contains(" vaes", StringComparison.Ordinal);

    private static string Library => Path.Combine(AppContext.BaseDirectory, "libaesmodes_wide.so");

    [Fact]
    public void TryEnable_LibraryPresent_ChangesDefaultAndPassesSelfTests()
    {
        SkipUnlessUsable();
        string output = RunSelfTest(StartupHook.Enable);
        Assert.StartsWith("True", output, StringComparison.Ordinal);
        Assert.Contains("x86-wide (AES instructions on ", output, StringComparison.Ordinal);
    }

    [Fact]
    public void TryEnable_AfterAFailedSelfTest_IsFalse()
    {
        SkipUnlessUsable();
        Assert.Equal(["True", "False"], RunSelfTest(StartupHook.FailAfter).Split('\n', StringSplitOptions.TrimEntries)[..2]);
    }

    [Fact]
    public void TryEnable_HardwareDisabled_IsFalseAndSoftwareStaysTheDefault()
    {
        string output = RunSelfTest(StartupHook.DisableHardware);
        Assert.StartsWith("False", output, StringComparison.Ordinal);
        Assert.Contains("software (", output, StringComparison.Ordinal);
    }

    [Fact]
    public void Default_LibraryLoadedButNotEnabled_IsWithoutNativeCode() => Assert.False(Backend.Default is { HasNativeCode: true });

    [Fact]
    public void MoveOn_FromTheWideBackend_IsTheFirstWithoutNativeCode()
    {
        Backend[] wide = [.. Backend.All.Where(backend => backend.HasNativeCode)];
        Assert.Equal(2, wide.Length);
        Assert.All(wide, backend => Assert.Same(Backend.Choose(disableHardware: false), backend.After(place => place < Backend.All.Count ? Backend.All[place] : null)));
    }

    [Fact]
    public void TryEnable_LibraryInTheFolderOfItsSystem_ChangesDefault()
    {
        SkipUnlessUsable();
        Assert.StartsWith("True", RunSelfTest(StartupHook.Enable, Library, "runtimes/linux-x64/native/libaesmodes_wide.so"), StringComparison.Ordinal);
    }

    [Fact]
    public void TryEnable_LibraryElsewhereOrNone_IsFalse()
    {
        SkipUnlessUsable();
        Assert.StartsWith("False", RunSelfTest(StartupHook.Enable, Library, "native/libaesmodes_wide.so"), StringComparison.Ordinal);
        Assert.StartsWith("False", RunSelfTest(StartupHook.Enable, Library, "aesmodes_wide.so"), StringComparison.Ordinal);
    }

    /// <summary>A library of another version lacks functions.</summary>
    [Fact]
    public void TryEnable_LibraryWithoutTheFunctions_IsFalse()
    {
        SkipUnlessUsable();
        string other = Path.Combine(AppContext.BaseDirectory, "libaesmodes_wide_emulated.so");
        Assert.StartsWith("False", RunSelfTest(StartupHook.Enable, other, "libaesmodes_wide.so"), StringComparison.Ordinal);
    }

    /// <summary>One wrong bit in one output of one call must be enough to reject the library.</summary>
    [Fact]
    public void Agrees_AnOutputHasAWrongBit_IsFalse()
    {
        EmulatedWide.SkipUnlessLoaded();
        Assert.True(Agrees(wrong: -1));
        int outputs = Faulty.Outputs;
        // For each key size, counter mode four times, because one counter wraps, and decryption with its two; three of each pass of AEZ.
        Assert.Equal((3 * (4 + 2)) + 6, outputs);
        Assert.All(Enumerable.Range(0, outputs), wrong => Assert.False(Agrees(wrong)));

        static bool Agrees(int wrong)
        {
            (Faulty.Wrong, Faulty.Outputs) = (wrong, 0);
            return WideChecks.Agrees<Faulty, Multiply128<X86>, Vector128<ulong>>();
        }
    }

    /// <summary>Compares the functions of each width with the 128-bit emulation that the tests of every backend cover: any number of batches, in place and with separate buffers.</summary>
    [Theory]
    [InlineData(512)]
    [InlineData(256)]
    public void Functions_AnyNumberOfBatches_EqualTheEmulatedOnes(int width)
    {
        Assert.SkipUnless(EmulatedWide.IsLoaded && (width == 512 ? Wide512.IsLoaded : Wide256.IsLoaded), "AesModes.Wide was not built, or this process does not have the instructions");
        Random random = new(width);
        for (int size = 512; size <= 20 * 512; size += 512)
        {
            foreach (int rounds in (int[])[10, 12, 14])
            {
                byte[] text = Bytes.Random(random, size), keys = Bytes.Random(random, 35 * 16), powers = Bytes.Random(random, 256), block = Bytes.Random(random, 16);
                foreach (bool inPlace in (bool[])[false, true])
                {
                    byte[] expected = RunAll<EmulatedWide>(text, keys, powers, block, rounds, inPlace);
                    Assert.Equal(expected, width == 512 ? RunAll<Wide512>(text, keys, powers, block, rounds, inPlace) : RunAll<Wide256>(text, keys, powers, block, rounds, inPlace));
                }
            }
        }
    }

    /// <summary>Returns all outputs, concatenated.</summary>
    private static unsafe byte[] RunAll<TWide>(byte[] text, byte[] keys, byte[] powers, byte[] block, int rounds, bool inPlace)
        where TWide : struct, IWideKernels
    {
        List<byte> outputs = [];
        nuint size = (nuint)text.Length;
        fixed (byte* k = keys, p = powers)
        {
            for (int piece = 0; piece < 5; piece++)
            {
                byte[] source = [.. text], destination = inPlace ? source : new byte[text.Length], first = [.. block], second = [.. block];
                fixed (byte* from = source, to = destination, a = first, b = second)
                {
                    switch (piece)
                    {
                        case 0: TWide.XorLittleEndian(k, rounds, a, from, to, size); break;
                        case 1: TWide.XorBigEndian(k, rounds, a, from, to, size); break;
                        case 2: TWide.DecryptAndAbsorb(k, rounds, p, a, b, from, to, size); break;
                        case 3: TWide.AezPass1(k, a, b, from, to, size); break;
                        default: TWide.AezPass2(k, a, b, p, from, size); break;
                    }
                }

                outputs.AddRange([.. source, .. destination, .. first, .. second]);
            }
        }

        return [.. outputs];
    }

    private static void SkipUnlessUsable() => Assert.SkipUnless(IsUsable, "AesModes.Wide was not built, or this process does not have the instructions");

    private static string RunSelfTest(string wide) => RunSelfTest(wide, ToolProcess.Dll);

    /// <summary>Runs a copy of the tool, with the library at this place in its folder and nowhere else.</summary>
    private static string RunSelfTest(string wide, string library, string place)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("aesmodes-wide-");
        try
        {
            foreach (string file in (string[])[.. Directory.GetFiles(AppContext.BaseDirectory, "*.dll"), .. Directory.GetFiles(AppContext.BaseDirectory, "AesModes.Tool.*.json")])
            {
                File.Copy(file, Path.Combine(folder.FullName, Path.GetFileName(file)));
            }

            string target = Path.Combine(folder.FullName, place);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(library, target);
            return RunSelfTest(wide, Path.Combine(folder.FullName, "AesModes.Tool.dll"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static string RunSelfTest(string wide, string dll)
    {
        ProcessStartInfo start = new(ToolProcess.Host, [dll, "selftest", "--backend", "auto"]) { RedirectStandardOutput = true };
        start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(StartupHook).Assembly.Location;
        start.Environment[StartupHook.Wide] = wide;
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }

    /// <summary>The emulation with the lowest bit of one output flipped.</summary>
    private readonly unsafe struct Faulty : IWideKernels
    {
        /// <summary>The number of outputs of all calls so far.</summary>
        public static int Outputs { get; set; }

        /// <summary>The output to change, or -1.</summary>
        public static int Wrong { get; set; }

        public static int Width => EmulatedWide.Width;

        public static bool IsLoaded => EmulatedWide.IsLoaded;

        public static int Batch => EmulatedWide.Batch;

        public static void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size)
        {
            EmulatedWide.XorLittleEndian(roundKeys, rounds, counter, source, destination, size);
            Return(destination + size - 1);
        }

        public static void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size)
        {
            EmulatedWide.XorBigEndian(roundKeys, rounds, counter, source, destination, size);
            Return(destination + size - 1);
        }

        public static void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size)
        {
            EmulatedWide.DecryptAndAbsorb(roundKeys, rounds, powers, counter, hash, source, destination, size);
            Return(hash);
            Return(destination);
        }

        public static void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size)
        {
            EmulatedWide.AezPass1(keys, multipleOfI, sum, source, destination, size);
            Return(multipleOfI);
            Return(sum);
            Return(destination);
        }

        public static void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size)
        {
            EmulatedWide.AezPass2(keys, multipleOfI, sum, s, text, size);
            Return(multipleOfI);
            Return(sum);
            Return(text);
        }

        private static void Return(byte* output) => *output ^= (byte)(Outputs++ == Wrong ? 1 : 0);
    }
}
