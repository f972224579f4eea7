using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios;

/// <summary>All peers of a comparison, both ways, with messages of one size: their outputs checked, then measured in turn.</summary>
internal sealed class SizeComparison
{
    private readonly Dictionary<(Operation, string), RowResult> _results = [];
    private readonly IReadOnlyList<string> _refusals;
    private readonly Comparison _comparison;

    private SizeComparison(
        int bytes, Variant variant, IReadOnlyList<Contestant> sound, IReadOnlyList<string> refusals, Comparison comparison)
    {
        Bytes = bytes;
        Variant = variant;
        Peers = NamesOf(sound);
        OwnPeers = NamesOf(sound.Where(contestant => contestant.Peer.Backend is not null));
        _refusals = refusals;
        _comparison = comparison;
        foreach ((Operation operation, string peer) in Keys(Peers))
        {
            _results.Add((operation, peer), comparison[RowName(operation, peer)]);
        }
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
    public IReadOnlyList<string> Faults =>
    [
        .. _refusals,
        .. _comparison.Rows.Select(result => result.FindFault($"{result.Row.Name} of {Title}")).OfType<string>(),
    ];

    /// <summary>Null where that peer is not there.</summary>
    public RowResult? this[Operation operation, string peer] => _results.GetValueOrDefault((operation, peer));

    /// <param name="variant">Of the mode's.</param>
    /// <param name="contestants">The same message for all of them.</param>
    /// <param name="rounds">As <see cref="Comparison"/> takes them.</param>
    public static SizeComparison Measure(Variant variant, IReadOnlyList<Contestant> contestants, int rounds)
    {
        List<string> refusals = [];
        List<Contestant> sound = [];
        foreach (Contestant contestant in contestants)
        {
            if (contestant.FindFault() is { } fault)
            {
                refusals.Add($"{fault} Its rows are left out.");
            }
            else
            {
                sound.Add(contestant);
            }
        }

        Message message = contestants[0].Peer.Message;
        Row[] rows = [.. sound.SelectMany(
            _ => OperationNames.All, (contestant, operation) => contestant.Peer.CreateRow(operation, RowName(operation, contestant.Peer.Name)))];
        return new SizeComparison(message.Plaintext.Length, variant, sound, refusals, Comparison.Measure(rows, rounds));
    }

    /// <inheritdoc cref="Comparison.Continue"/>
    public void Continue(int rounds) => _comparison.Continue(rounds);

    private static IReadOnlyList<string> NamesOf(IEnumerable<Contestant> contestants) => [.. contestants.Select(contestant => contestant.Peer.Name)];

    private static IEnumerable<(Operation Operation, string Peer)> Keys(IReadOnlyList<string> peers) =>
        peers.SelectMany(_ => OperationNames.All, (peer, operation) => (operation, peer));

    private static string RowName(Operation operation, string peer) => $"{operation} {peer}";
}
