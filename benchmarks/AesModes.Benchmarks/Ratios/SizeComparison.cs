using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;

namespace AesModes.Benchmarks.Ratios;

/// <summary>All peers, both ways, at one message size: their outputs checked, then measured in turn.</summary>
internal sealed class SizeComparison
{
    private const int BlockSize = 16;

    private readonly Dictionary<(Operation, string), RowResult> _results;

    private SizeComparison(int bytes, int keySize, IReadOnlyList<string> peers, IReadOnlyList<string> faults, Comparison comparison)
    {
        Bytes = bytes;
        KeySize = keySize;
        Peers = peers;
        Speed = comparison.Speed;
        _results = comparison.Rows.ToDictionary(result => Split(result.Row.Name));
        Faults =
        [
            .. faults,
            .. comparison.Rows.Where(result => result.BeatsItsBound).Select(result => FormattableString.Invariant(
                $"{result.Row.Name} of {bytes} bytes took {result.Best:F1} ns, but its AES rounds alone take {result.Row.Work!.AesNanoseconds(Speed):F1} ns: it does not do its work, or is measured wrong.")),
        ];
    }

    public int Bytes { get; }

    /// <summary>In bytes.</summary>
    public int KeySize { get; }

    /// <summary>In the order of the tables; those with a wrong output are not among them.</summary>
    public IReadOnlyList<string> Peers { get; }

    public MachineSpeed Speed { get; }

    /// <summary>Peers that were refused and rows that cannot be right, in sentences.</summary>
    public IReadOnlyList<string> Faults { get; }

    /// <summary>Null where that peer is not there.</summary>
    public RowResult? this[Operation operation, string peer] => _results.GetValueOrDefault((operation, peer));

    public static SizeComparison Measure(int bytes, int keySize, int rounds)
    {
        Message message = new(keySize, bytes);
        List<Contestant> contestants = CreateContestants(message);
        try
        {
            return Measure(contestants, message, keySize, rounds);
        }
        finally
        {
            contestants.ForEach(contestant => contestant.Peer.Dispose());
        }
    }

    /// <summary>Two things that must be refused; the sentences say what was not. Empty: the checks work.</summary>
    public static IReadOnlyList<string> TestTheChecks()
    {
        const int Size = 65536;
        Message message = new(32, Size);
        List<string> missed = [];

        // A peer whose output is wrong in its last byte.
        using NativeGcm native = new(message);
        using LastByteWrong wrong = new(message);
        SizeComparison comparison = Measure([new Contestant(native, null), new Contestant(wrong, null)], message, 32, 50);
        if (comparison.Faults.Count == 0 || comparison[Operation.Encrypt, wrong.Name] is not null)
        {
            missed.Add("A peer with a wrong output was not refused.");
        }

        // A row that handles half of what it says. POLYVAL takes so little that half a call of decryption beats the bound by 1.8, and
        // half a call of encryption by 1.5.
        Message half = new(32, Size / 2);
        using GcmSivPeer siv = new(half);
        Dictionary<Operation, Work>? work = CreateWork(Backend.Default!, Size, 32);
        if (work is not null)
        {
            siv.Encrypt();
            Comparison halves = Comparison.Measure(
                [new Row("half", Size, calls => Repeat(siv, Operation.Decrypt, calls), work[Operation.Decrypt])], 50);
            if (!halves["half"].BeatsItsBound)
            {
                missed.Add("A row that does half its work was not noticed.");
            }
        }

        return missed;
    }

    private static SizeComparison Measure(IReadOnlyList<Contestant> contestants, Message message, int keySize, int rounds)
    {
        List<string> faults = [];
        List<Contestant> sound = [];
        foreach (Contestant contestant in contestants)
        {
            string? fault = FindFault(contestant, sound, message, keySize);
            if (fault is null)
            {
                sound.Add(contestant);
            }
            else
            {
                faults.Add($"{fault} Its rows are left out.");
            }
        }

        // Tables begin with ours on its default backend; checking began with the peers that stand for themselves.
        sound.Sort((left, right) => left.Place.CompareTo(right.Place));
        int bytes = message.Plaintext.Length;
        List<Row> rows = [];
        foreach (Contestant contestant in sound)
        {
            Dictionary<Operation, Work>? work = contestant.Backend is null ? null : CreateWork(contestant.Backend, bytes, keySize);
            foreach (Operation operation in Enum.GetValues<Operation>())
            {
                rows.Add(new Row($"{operation} {contestant.Peer.Name}", bytes, calls => Repeat(contestant.Peer, operation, calls), work?[operation]));
            }
        }

        return new SizeComparison(bytes, keySize, [.. sound.Select(contestant => contestant.Peer.Name)], faults, Comparison.Measure(rows, rounds));
    }

    /// <summary>Those whose outputs others are held against come first: native AesGcm, and ours in software.</summary>
    private static List<Contestant> CreateContestants(Message message)
    {
        List<Contestant> contestants =
        [
            new(new NativeGcm(message), null, 100),
            new(new GcmSivPeer(GcmSivPeer.SoftwareName, message, GcmSivPeer.SoftwareBackend), GcmSivPeer.SoftwareBackend, 50),
        ];
        if (Sodium.IsAvailable && message.Key.Length == 32)
        {
            contestants.Add(new Contestant(new SodiumGcm(message), null, 101));
        }

        // The default is measured by this name and again by its own: two equal rows whose difference is what a measurement is worth here.
        contestants.Add(new Contestant(new GcmSivPeer(message), Backend.Default, 0));
        foreach (Backend backend in Backend.All.Where(backend => backend.IsSupported && backend.IsHardwareAccelerated))
        {
            contestants.Add(new Contestant(new GcmSivPeer(BackendName(backend), message, backend), backend, contestants.Count));
        }

        return contestants;
    }

    private static string? FindFault(Contestant contestant, List<Contestant> sound, Message message, int keySize)
    {
        Peer? witness = sound.Find(other => other.Backend is null == contestant.Backend is null)?.Peer;
        return (contestant.Backend is null ? null : PeerCheck.FindFault(contestant.Backend, keySize))
            ?? (witness is null ? PeerCheck.FindFault(contestant.Peer, message) : PeerCheck.FindFault(contestant.Peer, message, witness));
    }

    public static string BackendName(Backend backend) => $"AES-GCM-SIV ({backend.Name}, {MultiplyWidth(backend)}-bit multiply)";

    private static int MultiplyWidth(Backend backend) => backend switch
    {
        Backend<HardwareBackend<X86Rounds<X86>, Multiply512<X86>, Vector512<ulong>>> => 512,
        Backend<HardwareBackend<X86Rounds<X86>, Multiply256<X86>, Vector256<ulong>>> => 256,
        _ => 128,
    };

    /// <summary>
    /// The AES rounds and the products of a message (RFC 8452 §4): its blocks, those that give the record keys, and the tag; schoolbook
    /// multiplication, four products a block. Encryption needs the whole hash before the first block; decryption can do both at once.
    /// </summary>
    private static Dictionary<Operation, Work>? CreateWork(Backend backend, int bytes, int keySize)
    {
        if (!backend.IsHardwareAccelerated)
        {
            return null;
        }

        int width = MultiplyWidth(backend);
        double blocks = Math.Ceiling((double)bytes / BlockSize);
        double rounds = (blocks + 2 + (keySize / 8) + 1) * ((keySize / 4) + 6);
        double multiplies = (blocks + 1) * 4 / (width / 128);
        return new Dictionary<Operation, Work>
        {
            [Operation.Encrypt] = new(rounds, multiplies, width),
            [Operation.Decrypt] = new(rounds, multiplies, width, Overlap: true),
        };
    }

    private static void Repeat(Peer peer, Operation operation, int calls)
    {
        if (operation == Operation.Encrypt)
        {
            for (; calls > 0; calls--)
            {
                peer.Encrypt();
            }
        }
        else
        {
            for (; calls > 0; calls--)
            {
                peer.Decrypt();
            }
        }
    }

    private static (Operation Operation, string Peer) Split(string rowName)
    {
        string[] parts = rowName.Split(' ', 2);
        return (Enum.Parse<Operation>(parts[0]), parts[1]);
    }

    /// <param name="Peer">What is timed.</param>
    /// <param name="Backend">Of ours; null says that it is AES-GCM.</param>
    /// <param name="Place">In the tables.</param>
    private sealed record Contestant(Peer Peer, Backend? Backend, int Place = 0);

    private sealed class LastByteWrong(Message message) : Peer("AES-GCM (last byte wrong)", message)
    {
        private readonly NativeGcm _native = new(message);

        public override void Encrypt()
        {
            _native.Encrypt();
            _native.Ciphertext.CopyTo(Ciphertext, 0);
            _native.Tag.CopyTo(Tag, 0);
            Ciphertext[^1] ^= 1;
        }

        public override void Decrypt()
        {
            Ciphertext[^1] ^= 1;
            Ciphertext.CopyTo(_native.Ciphertext, 0);
            Tag.CopyTo(_native.Tag, 0);
            Ciphertext[^1] ^= 1;
            _native.Decrypt();
            _native.Decrypted.CopyTo(Decrypted, 0);
        }

        protected override void Dispose(bool disposing) => _native.Dispose();
    }
}
