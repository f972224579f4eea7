using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>A peer in a comparison, and what its output is held against before it is timed.</summary>
/// <param name="Peer">What is timed.</param>
/// <param name="Witness">Another implementation of the same algorithm, a contestant itself or never timed; null where the peer is that of others.</param>
internal sealed record Contestant(Peer Peer, Peer? Witness = null)
{
    /// <summary>Runs the implementation over vectors; tells in a sentence what is wrong. Null where there is no such check.</summary>
    public Func<string?>? FindVectorFault { get; init; }

    /// <summary>Null: its output is right. Where a witness is wrong, whoever is held against it is refused too.</summary>
    public string? FindFault() =>
        FindVectorFault?.Invoke() ?? (Witness is null ? PeerCheck.FindFault(Peer) : PeerCheck.FindFault(Peer, Witness));
}
