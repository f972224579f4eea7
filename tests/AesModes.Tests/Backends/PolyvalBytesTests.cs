using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>
/// Compares POLYVAL by byte products, which only ARM64 without the crypto extension uses, with <see cref="Polyval"/>, which the vectors test. Runs with emulated instructions
/// everywhere and with real ones on any ARM64.
/// </summary>
[Kernels]
public class PolyvalBytesTests
{
    [Fact]
    public void Absorb_Emulated_EqualsPolyval() => Check<EmulatedByteProducts>();

    [Fact]
    public void Absorb_Arm_EqualsPolyval()
    {
        Assert.SkipUnless(ArmByteProducts.IsSupported, "This process is not on ARM64.");
        Check<ArmByteProducts>();
    }

    private static void Check<TBytes>()
        where TBytes : struct, IByteProducts
    {
        Random random = Sweep.Start();
        for (int length = 0; length <= 200; length++)
        {
            // Each single bit of H, then random values.
            byte[] h = length < 128 ? new byte[16] : Bytes.Random(random, 16);
            h[(length / 8) % 16] |= (byte)(1 << (length % 8));
            Vector128<byte> key = Vector128.Create<byte>(h);
            Vector128<byte> accumulator = Vector128.Create<byte>(Bytes.Random(random, 16));
            byte[] data = Bytes.Random(random, length);
            Assert.Equal(Polyval.Absorb(key, accumulator, data), PolyvalBytes<TBytes>.Absorb(key, accumulator, data));
        }
    }
}
