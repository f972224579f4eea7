using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Benchmarks.Ratios;

/// <summary>
/// How many times as many blocks the processor's widest AES instruction takes as the 128-bit one, which is the widest that .NET has. VAES is called as machine code.
/// </summary>
internal static partial class WideAes
{
    private const int Turns = 98304;
    private const int Readings = 100;
    private const int PageSize = 4096;
    private const int ReadAndWrite = 3;
    private const int ReadAndExecute = 5;
    private const int PrivateAndAnonymous = 0x22;

    /// <summary>Twelve VAESENC of zmm16 to zmm27 by zmm28, then DEC EDI, JNZ to the first, RET: a function of the number of turns.</summary>
    private const string Code512 =
        "62827D40DCC462827540DCCC62826D40DCD462826540DCDC62825D40DCE462825540DCEC62824D40DCF462824540DCFC62023D40DCC462023540DCCC62022D40DCD462022540DCDCFFCF75B4C3";

    /// <summary>The same of ymm0 to ymm11 by ymm12, with VZEROUPPER before RET.</summary>
    private const string Code256 =
        "C4C27DDCC4C4C275DCCCC4C26DDCD4C4C265DCDCC4C25DDCE4C4C255DCECC4C24DDCF4C4C245DCFCC4423DDCC4C44235DCCCC4422DDCD4C44225DCDCFFCF75C0C5F877C3";

    /// <summary>In bits: 512, 256, or 128 where there is no wider one, or none that can be called here.</summary>
    public static int Width { get; } = FindWidth();

    /// <summary>1 without a wider instruction.</summary>
    public static double Factor { get; } = Width == 128 ? 1 : Measure();

    /// <summary>The bit of VAES, and the registers that the operating system keeps. Arguments are passed as on Linux.</summary>
    private static int FindWidth() =>
        !OperatingSystem.IsLinux() || !Aes.X64.IsSupported || (X86Base.CpuId(7, 0).Ecx & (1 << 9)) == 0 ? 128
        : Avx512F.IsSupported ? 512
        : Avx2.IsSupported ? 256
        : 128;

    /// <summary>By the best of many readings in turn.</summary>
    private static unsafe double Measure()
    {
        nint page = Map(0, PageSize, ReadAndWrite, PrivateAndAnonymous, -1, 0);
        byte[] code = Convert.FromHexString(Width == 512 ? Code512 : Code256);
        Marshal.Copy(code, 0, page, code.Length);
        if (Protect(page, PageSize, ReadAndExecute) != 0)
        {
            return 1;
        }

        var wide = (delegate* unmanaged<int, void>)page;
        Samples narrow = new();
        Samples instructions = new();
        for (int i = 0; i < Readings; i++)
        {
            narrow.Add(Time(static () => InstructionChains.Independent<InstructionChains.AesRound, Vector128<byte>>(Turns)));
            instructions.Add(Time(() => wide(Turns)));
        }

        _ = Unmap(page, PageSize);
        return narrow.Smallest / instructions.Smallest * (Width / 128);
    }

    /// <summary>Both have twelve steps a turn.</summary>
    private static double Time(Action chain)
    {
        long start = Stopwatch.GetTimestamp();
        chain();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint Map(nint address, nint size, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int Protect(nint address, nint size, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(nint address, nint size);
}
