namespace AesModes.Benchmarks.Ratios;

/// <summary>All peers of a comparison, both ways, with messages of one size: their outputs checked, then measured in turn.</summary>
internal sealed class SizeComparison
{
    private readonly List<Peer> _sound = [];
    private readonly List<string> _refusals = [];
    private readonly Comparison _comparison;

    /// <summary>The contestants have the same message.</summary>
    public SizeComparison(Variant variant, IReadOnlyList<Contestant> contestants, int rounds)
    {
        foreach (Contestant contestant in contestants)
        {
            if (contestant.FindFault() is { } fault)
            {
                _refusals.Add($"{fault} Its rows are left out.");
            }
            else
            {
                _sound.Add(contestant.Peer);
            }
        }

        Bytes = contestants[0].Peer.Message.Plaintext.Length;
        Variant = variant;
        Peers = [.. _sound.Select(peer => peer.Name)];
        OwnPeers = [.. _sound.Where(peer => peer.Backend is not null).Select(peer => peer.Name)];
        _comparison = Comparison.Measure(
            [.. _sound.SelectMany(_ => OperationNames.All, (peer, operation) => peer.CreateRow(operation, RowName(operation, peer.Name)))], rounds);
    }

    public int Bytes { get; }

    public Variant Variant { get; }

    public string Title => Variant.Title(Bytes);

    /// <summary>In the order of the tables; those with a wrong output are not among them.</summary>
    public IReadOnlyList<string> Peers { get; }

    /// <summary>Those of them that are ours.</summary>
    public IReadOnlyList<string> OwnPeers { get; }

    public MachineSpeed Speed => _comparison.Speed;

    /// <summary>Peers that were refused and rows that cannot be right, in sentences.</summary>
    public IEnumerable<string> Faults =>
        [.. _refusals, .. _comparison.Rows.Select(result => result.FindFault($"{result.Row.Name} of {Title}")).OfType<string>()];

    /// <summary>Null where that peer is not there.</summary>
    public RowResult? this[Operation operation, string peer] => Peers.Contains(peer) ? _comparison[RowName(operation, peer)] : null;

    /// <summary>Null where that peer is not there.</summary>
    public Peer? Find(string peer) => _sound.Find(sound => sound.Name == peer);

    /// <inheritdoc cref="Comparison.Continue"/>
    public void Continue(int rounds) => _comparison.Continue(rounds);

    private static string RowName(Operation operation, string peer) => $"{operation} {peer}";
}
