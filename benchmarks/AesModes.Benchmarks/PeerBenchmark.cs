using AesModes.Benchmarks.Peers;
using AesModes.Measuring.Peers;
using BenchmarkDotNet.Attributes;

namespace AesModes.Benchmarks;

/// <summary>What all benchmark classes have in common. Names of rows and classes are keys: they never change.</summary>
public abstract class PeerBenchmark
{
    private ContestantList? _contestants;

    /// <summary>How many bytes one call handles.</summary>
    public abstract int Bytes { get; set; }

    /// <summary>Makes the peers and checks every one of them: a row with a wrong output must not get a time.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        _contestants = CreateContestants();
        string? fault = _contestants.All.Select(contestant => contestant.FindFault()).OfType<string>().FirstOrDefault();
        if (fault is not null)
        {
            throw new InvalidOperationException(fault);
        }

        TakePeers();
    }

    [GlobalCleanup]
    public void CleanUp() => _contestants?.Dispose();

    private protected abstract ContestantList CreateContestants();

    /// <summary>Into fields, by <see cref="Find"/>.</summary>
    private protected abstract void TakePeers();

    /// <summary>Null where there is none of that name: its row is filtered out.</summary>
    private protected Peer Find(string name) => _contestants!.Find(name)?.Peer!;
}
