using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>An empty message, the bytes as its associated data: the universal hash through the whole public call, keys and tag included.</summary>
[BenchmarkCategory("Authentication")]
public class GcmSivAuthenticate : GcmSivComparison
{
    [Benchmark(Baseline = true, Description = "GHASH (native)")]
    public void AuthenticateNative() => Native.Encrypt();

    [Benchmark(Description = "GHASH (libsodium)")]
    public void AuthenticateLibsodium() => Libsodium.Encrypt();

    [Benchmark(Description = "POLYVAL")]
    public void AuthenticateSiv() => Siv.Encrypt();

    private protected override Message CreateMessage(int keySize, int bytes) => new(keySize, 0, bytes);
}
