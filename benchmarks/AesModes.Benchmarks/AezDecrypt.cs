using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>A message decrypted and its tag of 16 bytes found right, without and with associated data.</summary>
[BenchmarkCategory("Decryption")]
public class AezDecrypt : AezComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void DecryptNative() => Native.Decrypt();

    [Benchmark(Description = OpenSslCtr.Aes128Name)]
    public void DecryptCounterMode() => CounterMode.Decrypt();

    [Benchmark(Description = AezPeer.PeerName)]
    public void DecryptAez() => Aez.Decrypt();

    [Benchmark(Description = AezPeer.SoftwareName)]
    public void DecryptSoftware() => Software.Decrypt();
}
