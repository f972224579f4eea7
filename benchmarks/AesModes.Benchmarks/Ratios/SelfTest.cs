namespace AesModes.Benchmarks.Ratios;

/// <summary>Checks the checks: two kinds of rows that must be refused.</summary>
internal static class SelfTest
{
    private const int Size = 65536;
    private const int Rounds = 50;
    private const int MostAttempts = 4;

    /// <summary>Whether a check refuses what it must, in one of some measurements: other programs can hide a fault in one.</summary>
    public static bool FindsIt(Func<bool> check)
    {
        for (int attempt = 1; !check(); attempt++)
        {
            if (attempt == MostAttempts)
            {
                return false;
            }

            Console.WriteLine("Measured again: another program may have had the processor.");
        }

        return true;
    }

    /// <summary>Tells what was refused. Returns whether that is all that must be.</summary>
    public static bool Run(ModeRatios mode)
    {
        bool areRefused = FindWrongOutputs(mode);
        return FindHalfWork(mode) && areRefused;
    }

    /// <summary>Every peer that is held against another, with a wrong last byte.</summary>
    private static bool FindWrongOutputs(ModeRatios mode)
    {
        using ContestantList contestants = mode.CreateContestants(Size, mode.Variants[0]);
        Contestant[] all = [.. contestants.All.Select(contestant =>
            contestant.Witness is null ? contestant : contestant with { Peer = new WrongPeer($"{contestant.Peer.Name} with a wrong last byte", contestant.Peer) { Change = 1 } })];
        SizeComparison comparison = new(mode.Variants[0], all, Rounds);
        string[] wrong = [.. all.Where(contestant => contestant.Witness is not null).Select(contestant => contestant.Peer.Name)];
        return Tell(mode, wrong, name =>
            !comparison.Peers.Contains(name) && comparison.Faults.Any(fault => fault.StartsWith(name, StringComparison.Ordinal)));
    }

    /// <summary>Ours on AES instructions, with messages of half the size.</summary>
    private static bool FindHalfWork(ModeRatios mode)
    {
        using ContestantList whole = mode.CreateContestants(Size, mode.Variants[0]);
        using ContestantList half = mode.CreateContestants(Size / 2, mode.Variants[0]);
        Peer peer = half.Find(mode.OwnPeer)!.Peer;
        peer.Encrypt();
        Row[] rows = [.. OperationNames.All.Select(operation => new Row(
            $"half the work of {operation.Verb()} {peer.Name}",
            Size,
            peer.Repeat(operation),
            whole.Find(mode.OwnPeer)!.Peer.WorkOf(operation)))];
        if (rows[0].Work is null)
        {
            Console.WriteLine($"{mode.Name}: no AES instructions, so no bound that a row could beat");
            return true;
        }

        Comparison comparison = Comparison.Measure(rows, Rounds);
        return Tell(mode, rows.Select(row => row.Name), name => comparison[name].BeatsItsBound);
    }

    public static bool Tell(Experiment experiment, IEnumerable<string> names, Func<string, bool> isRefused)
    {
        bool all = true;
        foreach (string name in names)
        {
            Console.WriteLine($"{experiment.Name}: {(isRefused(name) ? "refused" : "NOT REFUSED")}: {name}");
            all &= isRefused(name);
        }

        return all;
    }
}

/// <summary>A peer that is wrong on purpose, with buffers of its own. The right one belongs to whoever made it.</summary>
internal sealed class WrongPeer(string name, Peer right) : Peer(name, right.Message, right.Tag.Length, right.Ciphertext.Length - right.Decrypted.Length)
{
    private readonly Action _encrypt = right.Encrypt;

    /// <summary>How the right one is called.</summary>
    public Action<Action> Encryption { get; init; } = static encrypt => encrypt();

    /// <summary>What is xored to the ciphertext's last byte.</summary>
    public byte Change { get; init; }

    public override string Library => right.Library;

    public override void Encrypt()
    {
        Encryption(_encrypt);
        right.Encrypted.CopyTo(Ciphertext);
        right.Tag.CopyTo(Tag, 0);
        Ciphertext.Span[^1] ^= Change;
    }

    public override void Decrypt()
    {
        Ciphertext.Span.CopyTo(right.Encrypted);
        Tag.CopyTo(right.Tag, 0);
        right.Encrypted[^1] ^= Change;
        right.Decrypt();
        right.Result.CopyTo(Decrypted);
    }

    protected override void Dispose(bool disposing)
    {
    }
}
