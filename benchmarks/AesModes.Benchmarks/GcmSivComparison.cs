using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>AES-GCM-SIV beside AES-GCM: what the three questions have in common.</summary>
public abstract class GcmSivComparison : PeerBenchmark
{
    /// <summary>From one block to a mebibyte; these stay, so that results of different years can be compared.</summary>
    private static readonly int[] _defaultSizes = [16, 128, 1024, 4096, 8192, 65536, 1048576];

    [ParamsSource(nameof(Sizes))]
    public override int Bytes { get; set; }

    public static IEnumerable<int> Sizes => Settings.GivenSizes ?? _defaultSizes;

    private protected Peer Native { get; private set; } = null!;

    private protected Peer Libsodium { get; private set; } = null!;

    private protected Peer Siv { get; private set; } = null!;

    private protected Peer Software { get; private set; } = null!;

    private protected sealed override ContestantList CreateContestants() => GcmSivContestants.Create(CreateMessage(Settings.KeySize, Bytes));

    private protected sealed override void TakePeers()
    {
        Native = Find(NativeGcm.PeerName);
        Libsodium = Find(SodiumGcm.PeerName);
        Siv = Find(GcmSivPeer.PeerName);
        Software = Find(GcmSivPeer.SoftwareName);
    }

    private protected abstract Message CreateMessage(int keySize, int bytes);
}
