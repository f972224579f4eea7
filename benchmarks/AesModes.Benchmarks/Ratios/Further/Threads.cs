namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// Each class's encryption on as many threads as there are cores, on one shared instance: beside one thread, beside an instance each, and beside
/// AES instructions in registers, which tell what the machine itself gives.
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

    /// <summary>Short messages show two threads that write to one cache line; long ones share the caches.</summary>
    private static readonly int[] _sizes = [64, 16384];

    /// <summary>Long beside the fifty microseconds that it takes to wake the other threads.</summary>
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(4);

    private static readonly List<byte[]> _pads = [];

    public override Findings Measure(int rounds)
    {
        int threads = CountCores();
        List<Row> all = [.. InstanceKind.Own.SelectMany(_ => _sizes, (kind, bytes) => CreateRows(threads, kind, bytes)).SelectMany(rows => rows)];
        Console.Error.WriteLine($"{Name}, {threads} …");

        Action<int> chain = Row.Calls(static () => _ = InstructionChains.Independent<InstructionChains.AesRound, Vector128<byte>>(ChainTurns));
        if (InstructionChains.AesRound.IsSupported)
        {
            all.Add(new Row(RowName(Chain, null, One), 0, chain));
            all.Add(new Row(RowName(Chain, null, Own), 0, calls => RunAll(threads, _ => chain(calls))));
        }

        Comparison comparison = Comparison.Measure(all, rounds, _slice);
        double? Speed(string what, int? bytes, string how) =>
            comparison.Rows.SingleOrDefault(row => row.Row.Name == RowName(what, bytes, how)) is { } row
                ? threads * row.SpeedAgainst(comparison[RowName(what, bytes, One)])
                : null;
        double? OneThread((string Name, int? Bytes) line) => line.Bytes is null ? null : comparison[RowName(line.Name, line.Bytes, One)].MegabytesPerSecond;

        Column<(string Name, int? Bytes)>[] columns =
        [
            new("encryption", "Name", line => line.Name),
            new("bytes", "Bytes", line => line.Bytes, "F0"),
            new(null, "Threads", _ => threads),
            new("one thread, MB/s", "MegabytesPerSecond", line => OneThread(line), "N0"),
            new($"{threads} threads, one instance, MB/s", null, line => OneThread(line) * Speed(line.Name, line.Bytes, Shared), "N0"),
            new("times one thread", "OneInstance", line => Speed(line.Name, line.Bytes, Shared), "F2"),
            new("an instance each, times one thread", "AnInstanceEach", line => Speed(line.Name, line.Bytes, Own), "F2"),
        ];
        (string Name, int? Bytes)[] lines = [.. InstanceKind.Own.SelectMany(_ => _sizes, (kind, bytes) => (kind.Name, (int?)bytes)), (Chain, null)];
        Target[] targets = [.. lines[..^1].Select(line => CreateTarget(line.Name, line.Bytes!.Value, threads, Speed(line.Name, line.Bytes, Shared)))];
        string[] doubts = Speed(Chain, null, Own) is double machine && machine < Bound * threads
            ? [$"{threads} threads of {Chain} are {machine:F2} times one: the cores are not free, or not cores."]
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
        int threads = CountCores();
        InstanceKind right = InstanceKind.GcmSiv;
        Lock door = new();
        InstanceKind locked = right with
        {
            Name = Locked,
            CreatePeerOn = (message, instance) => new WrongPeer(Locked, right.CreatePeerOn(message, instance))
            {
                Encryption = encrypt =>
                {
                    lock (door)
                    {
                        encrypt();
                    }
                },
            },
        };
        Comparison comparison = Comparison.Measure([.. CreateRows(threads, locked, 16384)], RoundsOfTest, _slice);
        double speed = threads * comparison[RowName(Locked, 16384, Shared)].SpeedAgainst(comparison[RowName(Locked, 16384, One)]);
        return SelfTest.Tell(this, [Locked], _ => CreateTarget(Locked, 16384, threads, speed).IsMissed);
    }

    private static void RunAll(int threads, Action<int> work) => Parallel.For(0, threads, new ParallelOptions { MaxDegreeOfParallelism = threads }, work);

    private static string RowName(string what, int? bytes, string how) => $"{what}, {bytes}, {how}";

    /// <summary>A message and buffers for each thread; an instance for all, or one for each.</summary>
    private static IEnumerable<Row> CreateRows(int threads, InstanceKind kind, int bytes)
    {
        Message[] messages = [.. Enumerable.Range(0, threads).Select(_ => Apart(() => kind.CreateMessage(bytes)))];
        IDisposable instance = Apart(() => kind.Create(messages[0].Key));
        Action<int>[] shared = [.. messages.Select(message => Apart(() => kind.CreatePeerOn(message, instance)).Repeat(Operation.Encrypt))];
        Action<int>[] own = [.. messages.Select(message =>
            Apart(() => kind.CreatePeerOn(message, Apart(() => kind.Create(message.Key)))).Repeat(Operation.Encrypt))];
        return
        [
            new Row(RowName(kind.Name, bytes, One), bytes, shared[0]),
            new Row(RowName(kind.Name, bytes, Shared), bytes, calls => RunAll(threads, i => shared[i](calls))),
            new Row(RowName(kind.Name, bytes, Own), bytes, calls => RunAll(threads, i => own[i](calls))),
        ];
    }

    /// <summary>Not in a cache line with what another thread writes to: pinned arrays stand side by side.</summary>
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
