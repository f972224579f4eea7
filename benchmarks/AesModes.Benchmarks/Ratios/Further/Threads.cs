using System.Runtime.Intrinsics;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// What a core more gives: each class's encryption on as many threads as there are cores, on one shared instance, beside one thread, beside as
/// many instances, and beside AES instructions in registers alone, which tell what the machine itself has to give.
/// </summary>
internal sealed class Threads() : FurtherExperiment("threads")
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
        double? OneThread((string Name, int? Bytes) line) => line.Bytes is null ? null : comparison[RowName(line.Name, line.Bytes, One)].MegabytesPerSecond;

        Column<(string Name, int? Bytes)>[] columns =
        [
            new("encryption", "Name", line => line.Name),
            new("bytes", "Bytes", line => line.Bytes, "F0"),
            new(null, "Threads", _ => team.Size),
            new("one thread, MB/s", "MegabytesPerSecond", line => OneThread(line), "N0"),
            new($"{team.Size} threads, one instance, MB/s", null, line => OneThread(line) * Speed(line.Name, line.Bytes, Shared), "N0"),
            new("times one thread", "OneInstance", line => Speed(line.Name, line.Bytes, Shared), "F2"),
            new("an instance each, times one thread", "AnInstanceEach", line => Speed(line.Name, line.Bytes, Own), "F2"),
        ];
        (string Name, int? Bytes)[] lines = [.. InstanceKind.Own.SelectMany(_ => _sizes, (kind, bytes) => (kind.Name, (int?)bytes)), (Chain, null)];
        Target[] targets = [.. lines[..^1].Select(line => CreateTarget(line.Name, line.Bytes!.Value, team.Size, Speed(line.Name, line.Bytes, Shared)))];
        string[] doubts = Speed(Chain, null, Own) is double machine && machine < Bound * team.Size
            ? [$"{team.Size} threads of {Chain} are {machine:F2} times one: the cores are not free, or not cores."]
            : [];
        return Tell(comparison.Speed, $"{rounds} rounds", Tables.Create(lines, columns), Tables.ToJson(lines, columns), targets, doubts: doubts);
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
        void Encrypt(Action encrypt)
        {
            lock (door)
            {
                encrypt();
            }
        }

        InstanceKind locked = right with { Name = Locked, CreatePeer = (message, instance) => new WrongPeer(Locked, right.CreatePeer(message, instance)) { Encryption = Encrypt } };
        Comparison comparison = Comparison.Measure([.. CreateRows(team, locked, 16384)], RoundsOfTest, _slice);
        double speed = team.Size * comparison[RowName(Locked, 16384, Shared)].SpeedAgainst(comparison[RowName(Locked, 16384, One)]);
        return SelfTest.Tell(this, [Locked], _ => CreateTarget(Locked, 16384, team.Size, speed).IsMissed);
    }

    private static string RowName(string what, int? bytes, string how) => $"{what}, {bytes}, {how}";

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
        $"{what}, {bytes} bytes, {threads} threads on one instance, times one thread",
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
}

/// <summary>Threads that wait to do the same at the same time; the caller is one of them.</summary>
internal sealed class WorkerTeam : IDisposable
{
    private readonly Barrier _barrier;
    private readonly Thread[] _others;
    private Action<int>? _work;

    public WorkerTeam(int size)
    {
        _barrier = new Barrier(size);
        _others = [.. Enumerable.Range(1, size - 1).Select(i => new Thread(() => Serve(i)) { IsBackground = true })];
        foreach (Thread other in _others)
        {
            other.Start();
        }
    }

    public int Size => _others.Length + 1;

    /// <summary>Tells each which it is, from 0. Returns when the last is done.</summary>
    public void Run(Action<int> work)
    {
        _work = work;
        _barrier.SignalAndWait();
        work(0);
        _barrier.SignalAndWait();
    }

    public void Dispose()
    {
        _work = null;
        _barrier.SignalAndWait();
        foreach (Thread other in _others)
        {
            other.Join();
        }

        _barrier.Dispose();
    }

    private void Serve(int i)
    {
        for (_barrier.SignalAndWait(); _work is { } work; _barrier.SignalAndWait())
        {
            work(i);
            _barrier.SignalAndWait();
        }
    }
}
