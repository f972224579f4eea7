using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Peers;

/// <summary>Who is compared, in the order of the tables. It owns them.</summary>
internal sealed class ContestantList(IReadOnlyList<Contestant> all) : IDisposable
{
    public IReadOnlyList<Contestant> All => all;

    public Contestant? Find(string name) => all.FirstOrDefault(contestant => contestant.Peer.Name == name);

    public void Dispose()
    {
        foreach (Peer peer in all.SelectMany(contestant => new[] { contestant.Peer, contestant.Witness }).OfType<Peer>().Distinct())
        {
            peer.Dispose();
        }
    }
}
