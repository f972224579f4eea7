using System.Globalization;
using System.Runtime.Intrinsics;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// What a core more gives: each class's encryption on as many threads as there are cores, on one shared instance, beside one thread, beside as
/// many instances, and beside AES instructions in registers alone, which tell what the machine itself has to give.
/// </summary>
internal sealed class Threads : FurtherExperiment
{
    private const double Bound = 0.95;
    private const int RoundsOfTest = 10;
    private const int ChainTurns = 12288;
    private const string Chain = "AES instructions alone";
    private const string One = "one thread";
    private const string Shared = "one instance";
    private const string Own = "an instance each";

    /// <summary>Short messages would show two threads that write to one cache line; long ones have the caches to share.</summary>
    private static readonly int[] _sizes = [64, 16384];

    /// <summary>Waking the others takes some fifty microseconds, which has to be little.</summary>
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(4);

    private static readonly List<byte[]> _pads = [];

    public override string Name => "threads";

    public override Findings Measure(int rounds)
    {
        using WorkerTeam team = new(CountCores());
        List<Row> all = [.. InstanceKind.Own.SelectMany(_ => _sizes, (kind, bytes) => CreateRows(team, kind, bytes)).SelectMany(rows => rows)];
        Console.Error.WriteLine($"{Name}, {team.Size} …");

        Action<int> chain = Row.Calls(static () => _ = InstructionChains.Independent<InstructionChains.AesRound, Vector128<byte>>(ChainTurns));
        if (InstructionChains.AesRound.IsSupported)
        {
            all.Add(new Row(RowName(Chain, null, One), 0, chain));
            all.Add(new Row(RowName(Chain, null, Own), 0, calls => team.Run(_ => chain(calls))));
        }

        Comparison comparison = Comparison.Measure(all, rounds, _slice);
        double? Speed(string what, int? bytes, string how) =>
            comparison.Rows.SingleOrDefault(row => row.Row.Name == RowName(what, bytes, how)) is { } row
                ? team.Size * row.SpeedAgainst(comparison[RowName(what, bytes, One)])
                : null;

        Table table = new(
            "encryption", "bytes", "one thread, MB/s", $"{team.Size} threads, one instance, MB/s", "times one thread", "an instance each, times one thread");
        List<object> rows = [];
        List<Target> targets = [];
        void Add(string what, int? bytes)
        {
            double? shared = Speed(what, bytes, Shared);
            double? own = Speed(what, bytes, Own);
            double? one = bytes is null ? null : comparison[RowName(what, bytes, One)].MegabytesPerSecond;
            table.Add(
                what,
                Format.Number(bytes, "F0"),
                Format.Number(one, "N0"),
                Format.Number(one * shared, "N0"),
                Format.Number(shared, "F2"),
                Format.Number(own, "F2"));
            rows.Add(new { Name = what, Bytes = bytes, Threads = team.Size, MegabytesPerSecond = one, OneInstance = shared, AnInstanceEach = own });
        }

        foreach (InstanceKind kind in InstanceKind.Own)
        {
            foreach (int bytes in _sizes)
            {
                Add(kind.Name, bytes);
                targets.Add(CreateTarget(kind.Name, bytes, team.Size, Speed(kind.Name, bytes, Shared)));
            }
        }

        Add(Chain, null);
        double? machine = Speed(Chain, null, Own);
        return new FurtherFindings(this, comparison.Speed, $"{rounds} rounds", table, rows, targets)
        {
            FurtherDoubts = machine < Bound * team.Size
                ? [string.Create(CultureInfo.InvariantCulture, $"{team.Size} threads of {Chain} are {machine:F2} times one: the cores are not free, or not cores.")]
                : [],
        };
    }

    /// <summary>One instance that lets one thread in at a time.</summary>
    public override bool TestTheChecks()
    {
        if (CountCores() == 1)
        {
            Console.WriteLine($"{Name}: one core, so nothing that a second thread could wait for");
            return true;
        }

        const string Locked = "AES-GCM-SIV behind a lock";
        using WorkerTeam team = new(CountCores());
        InstanceKind right = InstanceKind.Own[0];
        Lock door = new();
        InstanceKind locked = right with { Name = Locked, CreatePeer = (message, instance) => new LockedPeer(right.CreatePeer(message, instance), door) };
        Comparison comparison = Comparison.Measure([.. CreateRows(team, locked, 16384)], RoundsOfTest, _slice);
        double speed = team.Size * comparison[RowName(Locked, 16384, Shared)].SpeedAgainst(comparison[RowName(Locked, 16384, One)]);
        return SelfTest.Tell(this, [Locked], _ => CreateTarget(Locked, 16384, team.Size, speed).IsMissed);
    }

    private static string RowName(string what, int? bytes, string how) => string.Create(CultureInfo.InvariantCulture, $"{what}, {bytes}, {how}");

    /// <summary>A message and buffers for each thread; an instance for all, or one for each.</summary>
    private static IEnumerable<Row> CreateRows(WorkerTeam team, InstanceKind kind, int bytes)
    {
        Message[] messages = [.. Enumerable.Range(0, team.Size).Select(_ => Apart(() => kind.CreateMessage(bytes)))];
        IDisposable instance = Apart(() => kind.Create(messages[0].Key));
        Action<int>[] shared = [.. messages.Select(message => Apart(() => kind.CreatePeer(message, instance)).Repeat(Operation.Encrypt))];
        Action<int>[] own = [.. messages.Select(message =>
            Apart(() => kind.CreatePeer(message, Apart(() => kind.Create(message.Key)))).Repeat(Operation.Encrypt))];
        return
        [
            new Row(RowName(kind.Name, bytes, One), bytes, shared[0]),
            new Row(RowName(kind.Name, bytes, Shared), bytes, calls => team.Run(i => shared[i](calls))),
            new Row(RowName(kind.Name, bytes, Own), bytes, calls => team.Run(i => own[i](calls))),
        ];
    }

    /// <summary>
    /// Not in a cache line with what another thread writes to: pinned arrays stand side by side, and with the buffers of two threads in one line
    /// 64 bytes are encrypted no faster than by one thread.
    /// </summary>
    private static T Apart<T>(Func<T> create)
    {
        const int Lines = 256;
        _pads.Add(GC.AllocateArray<byte>(Lines, pinned: true));
        T created = create();
        _pads.Add(GC.AllocateArray<byte>(Lines, pinned: true));
        return created;
    }

    private static Target CreateTarget(string what, int bytes, int threads, double? speed) => new(
        string.Create(CultureInfo.InvariantCulture, $"{what}, {bytes} bytes, {threads} threads on one instance, times one thread"),
        Bound * threads,
        true,
        speed);

    /// <summary>Cores that this process may use, not their threads: two of one core share its AES units.</summary>
    private static int CountCores()
    {
        const string Cpus = "/sys/devices/system/cpu";
        if (!OperatingSystem.IsLinux() || !Directory.Exists(Cpus))
        {
            return Environment.ProcessorCount;
        }

        int cores = Directory.EnumerateDirectories(Cpus, "cpu*")
            .Select(cpu => Path.Combine(cpu, "topology", "thread_siblings_list"))
            .Where(File.Exists)
            .Select(File.ReadAllText)
            .Distinct()
            .Count();
        return cores == 0 ? Environment.ProcessorCount : Math.Min(cores, Environment.ProcessorCount);
    }

    private sealed class LockedPeer(Peer peer, Lock door) : Peer(peer.Name, peer.Message)
    {
        public override void Encrypt()
        {
            lock (door)
            {
                peer.Encrypt();
            }
        }

        public override void Decrypt() => peer.Decrypt();

        protected override void Dispose(bool disposing) => peer.Dispose();
    }
}
