using System.Runtime.Intrinsics;
using AesModes.Backends;
using Xunit;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Tests.Backends;

/// <summary>When CI runs the suite with or without AES or vector instructions: does it?</summary>
public class SwitchedOffTests
{
    /// <summary>Set by .ci/run beside DOTNET_EnableAES=0 ("aes") or DOTNET_EnableHWIntrinsic=0 ("hwintrinsic").</summary>
    private const string Variable = "AESMODES_EXPECT_OFF";

    /// <summary>Set by .ci/run where the machine has the instructions: there the native rows may not be skipped.</summary>
    [Fact]
    public void Default_MachineHasTheInstructions_IsHardware()
    {
        string? on = Environment.GetEnvironmentVariable("AESMODES_EXPECT_ON");
        Assert.SkipWhen(string.IsNullOrEmpty(on), "AESMODES_EXPECT_ON does not say what this machine has");
        Assert.Equal(on, Backend.Default?.Name);
        Assert.True(AesGcmSiv.IsHardwareAccelerated);
        Assert.True(Aez.IsHardwareAccelerated);
        Assert.True(FaceCtr.IsHardwareAccelerated);
    }

    [Fact]
    public void Default_InstructionsSwitchedOff_IsSoftware()
    {
        string? off = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(string.IsNullOrEmpty(off), "nothing was switched off");
        switch (off)
        {
            case "aes":
                Assert.False(X86Aes.IsSupported, "DOTNET_EnableAES=0 did not take.");
                break;
            case "hwintrinsic":
                Assert.False(Vector128.IsHardwareAccelerated, "DOTNET_EnableHWIntrinsic=0 did not take.");
                Assert.False(X86Aes.IsSupported, "DOTNET_EnableHWIntrinsic=0 left AES on.");
                break;
            default:
                Assert.Fail($"{Variable} is \"{off}\": \"aes\" or \"hwintrinsic\" was expected.");
                break;
        }

        Assert.Equal("software", Backend.Default?.Name);
        Assert.False(AesGcmSiv.IsHardwareAccelerated);
        Assert.False(Aez.IsHardwareAccelerated);
        Assert.False(FaceCtr.IsHardwareAccelerated);
    }
}
