using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>A text encrypted in counter mode in one call; decryption is the same work. The key size is that of the settings.</summary>
[BenchmarkCategory("Encryption")]
public class CtrBulk : PeerBenchmark
{
    private Peer _native = null!;
    private Peer _openSsl = null!;
    private Peer _face = null!;
    private Peer _software = null!;

    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? CtrContestants.DefaultSizes;

    [Benchmark(Baseline = true, Description = EcbCtr.PeerName)]
    public void EncryptNative() => _native.Encrypt();

    [Benchmark(Description = OpenSslCtr.PeerName)]
    public void EncryptOpenSsl() => _openSsl.Encrypt();

    [Benchmark(Description = FaceCtrPeer.PeerName)]
    public void EncryptFace() => _face.Encrypt();

    [Benchmark(Description = FaceCtrPeer.SoftwareName)]
    public void EncryptSoftware() => _software.Encrypt();

    private protected override ContestantList CreateContestants() => CtrContestants.Create(Bytes, Settings.KeySize);

    private protected override void TakePeers()
    {
        _native = Find(EcbCtr.PeerName);
        _openSsl = Find(OpenSslCtr.PeerName);
        _face = Find(FaceCtrPeer.PeerName);
        _software = Find(FaceCtrPeer.SoftwareName);
    }
}
