using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Tests.Backends;

/// <summary>Tests that the library selects the right backend, and that the tests cover all of them.</summary>
[Kernels]
public class SelectionTests
{
    [Fact]
    public void Choose_HardwareDisabled_IsSoftware()
    {
        Backend? backend = Backend.Choose(disableHardware: true);
        Assert.NotNull(backend);
        Assert.Equal("software", backend.Name);
        Assert.False(backend.IsHardwareAccelerated);

        // Ask .NET, not the library, for the width.
        Assert.Contains($"on {(Avx512BW.IsSupported ? 512 : Avx2.IsSupported ? 256 : 128)} bits", backend.Description, StringComparison.Ordinal);
    }

    [Fact]
    public void Choose_HardwareEnabled_IsTheFirstThatRuns()
    {
        Backend? backend = Backend.Choose(disableHardware: false);
        Assert.Same(Backend.All.First(b => b.IsSupported && b.Name != "x86-wide"), backend);
        Assert.NotNull(backend);

        // Ask .NET, not the library, to be sure that an AES unit is used. Every CPU with AES-NI has SSSE3, but with DOTNET_EnableSSE42=0 .NET reports AES without SSSE3.
        Assert.Equal(X86Aes.IsSupported && Ssse3.IsSupported ? "x86" : ArmAes.IsSupported ? "arm" : "software", backend.Name);
    }

    [Fact]
    public void Default_WithoutTheSwitch_IsChosenWithHardware()
    {
        bool disabled = AppContext.TryGetSwitch(Backend.DisableHardwareSwitch, out bool value) && value;
        Assert.Same(Backend.Choose(disabled), Backend.Default);
        Assert.Same(Backend.Default, Backend.Require());
    }

    [Fact]
    public void PublicProperties_OfEveryClass_AgreeWithDefault() => Assert.All(Form.ModeClasses, type =>
    {
        Assert.Equal(Backend.Default is not null, type.GetProperty(nameof(AesGcmSiv.IsSupported))?.GetValue(null));
        Assert.Equal(Backend.Default is { IsHardwareAccelerated: true }, type.GetProperty(nameof(AesGcmSiv.IsHardwareAccelerated))?.GetValue(null));
    });

    [Fact]
    public void All_Names_MatchDocsWithSoftwareLast()
    {
        Assert.Equal(["x86-wide", "x86-wide", "x86", "x86", "x86", "arm", "software", "software", "software"], Backend.All.Select(b => b.Name));
        Assert.Equal(Backend.All.Count, Backend.All.Select(b => b.ToString()).Distinct().Count());
        Assert.All(Backend.All, b => Assert.Equal(b.Name != "software", b.IsHardwareAccelerated));
        Assert.Equal($"{Backend.All[0].Name} ({Backend.All[0].Description})", Backend.All[0].ToString());
    }

    /// <summary>A new backend of the library must be in the tests, and a new width must have an emulated twin.</summary>
    [Fact]
    public void TestBackends_All_CoverLibraryEmulatedTwinsAndBitslicedCores()
    {
        string[] library = [.. Backend.All.Select(b => b.ToString())];
        string[] twins = [.. Backend.All.Where(b => b.IsHardwareAccelerated && !b.HasNativeCode).Select(b => $"{b.Name} emulated ({b.Description})")];
        string wide = "x86-wide emulated (AES instructions on 128 bits, 128-bit carry-less multiply)";
        string[] bitsliced = ["software (bitsliced AES and multiplications with holes alone on 512 bits)", "software (bitsliced AES and multiplications with holes alone on 256 bits)", "software (bitsliced AES and multiplications with holes alone on 128 bits)"];
        Assert.Equal([.. library, .. twins, wide, .. bitsliced], TestBackends.Names.Select(r => r.Data));
        Assert.All(twins, t => Assert.True(TestBackends.Get(t).IsSupported));
    }
}
