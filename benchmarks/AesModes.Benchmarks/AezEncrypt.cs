using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>A message encrypted with a tag of 16 bytes, without and with associated data.</summary>
[BenchmarkCategory("Encryption")]
public class AezEncrypt : AezComparison
{
    [Benchmark(Baseline = true, Description = NativeGcm.PeerName)]
    public void EncryptNative() => Native.Encrypt();

    [Benchmark(Description = OpenSslCtr.Aes128Name)]
    public void EncryptCounterMode() => CounterMode.Encrypt();

    [Benchmark(Description = AezPeer.PeerName)]
    public void EncryptAez() => Aez.Encrypt();

    [Benchmark(Description = AezPeer.SoftwareName)]
    public void EncryptSoftware() => Software.Encrypt();
}
