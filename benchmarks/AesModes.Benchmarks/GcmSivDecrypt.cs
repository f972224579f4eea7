using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>A message decrypted and its tag found right, no associated data.</summary>
[BenchmarkCategory("Decryption")]
public class GcmSivDecrypt : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void DecryptNative() => Native.Decrypt();

    [Benchmark(Description = SodiumGcm.PeerName)]
    public void DecryptLibsodium() => Libsodium.Decrypt();

    [Benchmark(Description = GcmSivPeer.PeerName)]
    public void DecryptSiv() => Siv.Decrypt();

    [Benchmark(Description = GcmSivPeer.SoftwareName)]
    public void DecryptSoftware() => Software.Decrypt();

    private protected override Message CreateMessage(int keySize, int bytes) => new(keySize, bytes);
}
