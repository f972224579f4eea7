using System.Runtime.Intrinsics.X86;
using AesModes.Backends.Hardware;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>Tests which kernels <see cref="HardwareBackend{TAes, TMultiply, TVector}"/> uses for which sizes. Results do not depend on it.</summary>
[Kernels]
public sealed class HardwareBackendTests
{
    [Theory]
    [InlineData(511, IGcmSivKernels.MaxHashPowers, false)]
    [InlineData(512, IGcmSivKernels.MaxHashPowers, true)]
    [InlineData(1000, IGcmSivKernels.MaxHashPowers, true)]
    [InlineData(1000, IGcmSivKernels.MaxHashPowers - 1, false)]
    public void DecryptAndAbsorb_From512BytesWithAllPowers_HashesAllButTheLastBatch(int size, int powers, bool isFused)
    {
        BackendPieces pieces = BackendPieces.Of<HardwareBackend<EmulatedX86, Multiply128<EmulatedX86>, Vector128<ulong>>>();
        int batch = GcmSivDecryption<EmulatedX86, Multiply128<EmulatedX86>, Vector128<ulong>>.Batch;
        RecordKeys keys = new(new Vector128<byte>[RecordKeys.Size], default, 11, powers);
        pieces.DecryptAndAbsorb(ref keys, default, default, new byte[size], new byte[size], out int hashed);
        Assert.Equal(isFused ? (size / batch * batch) - batch : 0, hashed);
    }

    /// <summary>The sizes at which the small kernel was measured to be faster or slower.</summary>
    [Fact]
    public void SmallBlocks_MeasuredSizes_SuitEachMultiply()
    {
        Assert.InRange(HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>.SmallEncryptionBlocks, 1024 / 16, (2048 / 16) - 1);
        Assert.InRange(HardwareBackend<X86, Multiply256<X86>, Vector256<ulong>>.SmallEncryptionBlocks, 512 / 16, (1024 / 16) - 1);
        Assert.InRange(HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>.SmallDecryptionBlocks, 2048 / 16, int.MaxValue);
        Assert.InRange(HardwareBackend<X86, Multiply256<X86>, Vector256<ulong>>.SmallDecryptionBlocks, 1, 512 / 16);
    }

    [Fact]
    public void SpillsKeys_OnX86_OnlyWithoutAvx2() => Assert.Equal(
        X86Base.IsSupported && !Avx2.IsSupported,
        HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>.SpillsKeys);
}
