using AesModes.Backends.Hardware;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>Tests which messages <see cref="HardwareBackend{TAes, TMultiply, TVector}"/> decrypts and hashes in one pass. Results do not depend on it.</summary>
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
}
