using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>A message encrypted and its tag made, no associated data.</summary>
[BenchmarkCategory("Encryption")]
public class GcmSivEncrypt : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void EncryptNative() => Native.Encrypt();

    [Benchmark(Description = SodiumGcm.PeerName)]
    public void EncryptLibsodium() => Libsodium.Encrypt();

    [Benchmark(Description = GcmSivPeer.PeerName)]
    public void EncryptSiv() => Siv.Encrypt();

    [Benchmark(Description = GcmSivPeer.SoftwareName)]
    public void EncryptSoftware() => Software.Encrypt();

    private protected override Message CreateMessage(int keySize, int bytes) => new(keySize, bytes);
}
