using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>AEZ beside AES-128 in counter mode and AES-GCM: what both directions have in common.</summary>
public abstract class AezComparison : PeerBenchmark
{
    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    /// <summary>0: none, the empty vector. Counter mode goes without.</summary>
    [Params(0, 16)]
    public int AssociatedDataBytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? AezContestants.DefaultSizes;

    private protected Peer Aez { get; private set; } = null!;

    private protected Peer Software { get; private set; } = null!;

    private protected Peer CounterMode { get; private set; } = null!;

    private protected Peer Native { get; private set; } = null!;

    private protected sealed override ContestantList CreateContestants() =>
        AezContestants.Create(Bytes, AssociatedDataBytes, Settings.KeySize);

    private protected sealed override void TakePeers()
    {
        Aez = Find(AezPeer.PeerName);
        Software = Find(AezPeer.SoftwareName);
        CounterMode = Find(OpenSslCtr.Aes128Name);
        Native = Find(NativeGcm.PeerName);
    }
}
