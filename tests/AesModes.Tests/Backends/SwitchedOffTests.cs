using System.Runtime.Intrinsics.X86;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Tests.Backends;

/// <summary>Tests that a run of .ci/run really has, or lacks, the instruction set that it claims.</summary>
public class SwitchedOffTests
{
    /// <summary>
    /// Keyed by X in DOTNET_EnableX=0: whether .NET still reports the instructions, and name parts of backends that cannot run without them. To .NET 10, VAES includes the wide
    /// carry-less multiplies; SSE42=0 also disables SSSE3's byte shuffle, but .NET still reports AES.
    /// </summary>
    private static readonly Dictionary<string, (bool IsLeft, string[] Gone)> _switches = new()
    {
        ["VAES"] = (Pclmulqdq.V256.IsSupported || Pclmulqdq.V512.IsSupported, ["256-bit carry-less", "512-bit carry-less"]),
        ["AVX512"] = (Avx512BW.IsSupported, ["512"]),
        ["AVX2"] = (Avx2.IsSupported, ["256", "512"]),
        ["AES"] = (X86Aes.IsSupported || Pclmulqdq.IsSupported, ["x86"]),
        ["SSE42"] = (Sse42.IsSupported || Ssse3.IsSupported, ["x86", "vector-permute", "256", "512"]),
        ["HWIntrinsic"] = (Vector128.IsHardwareAccelerated || X86Aes.IsSupported, ["x86", "arm", "vector-permute", "256", "512"]),
    };

    /// <summary>.ci/run sets AESMODES_EXPECT_ON if the machine has the instructions and they are enabled. Then the native rows must not be skipped.</summary>
    [Fact]
    public void Default_MachineHasTheInstructions_IsHardware()
    {
        string? on = Environment.GetEnvironmentVariable("AESMODES_EXPECT_ON");
        Assert.SkipWhen(string.IsNullOrEmpty(on), "AESMODES_EXPECT_ON does not say what this machine has");
        Assert.Equal(on, Backend.Default?.Name);
    }

    [Fact]
    public void Backends_InstructionsSwitchedOff_DoNotUseThem()
    {
        Assert.SkipWhen(Effort.SwitchedOff is null, "nothing was switched off");
        Assert.True(_switches.TryGetValue(Effort.SwitchedOff!, out (bool IsLeft, string[] Gone) off), $"AESMODES_EXPECT_OFF is none of {string.Join(", ", _switches.Keys)}.");
        Assert.False(off.IsLeft, $"DOTNET_Enable{Effort.SwitchedOff}=0 did not take.");

        string[] left = [.. Backend.All.Where(b => b.IsSupported).Select(b => b.ToString())];
        Assert.All(off.Gone, gone => Assert.DoesNotContain(left, b => b.Contains(gone, StringComparison.Ordinal)));
    }
}
