using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>
/// What a program waits for when it uses a class for the first time: a fresh process for each reading, in an order that changes from round to
/// round. In it a constructor and an Encrypt are timed, nothing of the library having run before.
/// </summary>
internal sealed class FirstCall : FurtherExperiment
{
    /// <summary>Of the benchmarks' program: what each of the fresh processes is started with.</summary>
    public const string ChildCommand = "first-call-child";

    private const int RoundsPerProcess = 5;
    private const int RoundsOfTest = 3;
    private const string LateKey = "late";

    /// <summary>A message of one block, and one long enough for the kernels of long texts.</summary>
    private static readonly int[] _sizes = [16, 65536];

    /// <summary>For the check of the check.</summary>
    private static readonly InstanceKind _late = InstanceKind.Native with
    {
        Name = "native AES-GCM, 50 ms late",
        Key = LateKey,
        Create = key =>
        {
            Thread.Sleep(50);
            return InstanceKind.Native.Create(key);
        },
    };

    public override string Name => "first-call";

    public override Findings Measure(int rounds)
    {
        int processes = Math.Max(1, rounds / RoundsPerProcess);
        InstanceKind[] kinds = [InstanceKind.Native, .. InstanceKind.Own];
        Dictionary<(string, int), Reading> readings = Read(kinds, _sizes, processes);
        Table table = new(
            "first use", "bytes", "constructor, µs", "Encrypt, µs", "both, µs", "lowest", "of both JIT, µs", "methods", "× native's time", "Encrypt alone, × native's");
        List<object> rows = [];
        List<Target> targets = [];
        foreach (int bytes in _sizes)
        {
            Reading native = readings[(InstanceKind.Native.Name, bytes)];
            foreach (InstanceKind kind in kinds)
            {
                Reading reading = readings[(kind.Name, bytes)];
                double both = reading.Both.Median / native.Both.Median;
                double alone = reading.Call.Median / native.Call.Median;
                table.Add(
                    kind.Name,
                    Format.Number(bytes, "F0"),
                    Format.Number(reading.Constructor.Median / 1000, "N0"),
                    Format.Number(reading.Call.Median / 1000, "N0"),
                    Format.Number(reading.Both.Median / 1000, "N0"),
                    Format.Number(reading.Both.Smallest / 1000, "N0"),
                    Format.Number(reading.Jit.Median / 1000, "N0"),
                    Format.Number(reading.Methods.Median, "F0"),
                    Format.Number(both, "F2"),
                    Format.Number(alone, "F2"));
                rows.Add(new
                {
                    kind.Name,
                    Bytes = bytes,
                    ConstructorMedianNanoseconds = reading.Constructor.Median,
                    EncryptMedianNanoseconds = reading.Call.Median,
                    MedianNanoseconds = reading.Both.Median,
                    BestNanoseconds = reading.Both.Smallest,
                    JitMedianNanoseconds = reading.Jit.Median,
                    CompiledMethods = reading.Methods.Median,
                    TimeAsMultipleOfNative = both,
                    EncryptTimeAsMultipleOfNative = alone,
                });
                if (kind != InstanceKind.Native)
                {
                    targets.Add(CreateTarget(kind, bytes, reading, native));
                }
            }
        }

        return new FurtherFindings(this, MachineSpeed.Read(), $"medians of {processes} processes each", table, rows, targets);
    }

    public override bool TestTheChecks()
    {
        Dictionary<(string, int), Reading> readings = Read([InstanceKind.Native, _late], [16], RoundsOfTest);
        return SelfTest.Tell(this, [_late.Name], name =>
            CreateTarget(_late, 16, readings[(name, 16)], readings[(InstanceKind.Native.Name, 16)]).IsMissed);
    }

    /// <summary>In a fresh process, on one line: the times of a constructor and of an Encrypt, what of both the JIT took, in nanoseconds, and how many methods it compiled.</summary>
    /// <param name="arguments">The class, and the message's size in bytes.</param>
    public static int RunChild(string[] arguments)
    {
        InstanceKind kind = InstanceKind.Own.Append(InstanceKind.Native).Append(_late).Single(own => own.Key == arguments[0]);
        Message message = kind.CreateMessage(int.Parse(arguments[1], CultureInfo.InvariantCulture));
        _ = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp());
        TimeSpan jit = JitInfo.GetCompilationTime(currentThread: true);
        long methods = JitInfo.GetCompiledMethodCount(currentThread: true);

        long start = Stopwatch.GetTimestamp();
        IDisposable instance = kind.Create(message.Key);
        double constructor = Stopwatch.GetElapsedTime(start).TotalNanoseconds;

        using Peer peer = kind.CreatePeer(message, instance);
        start = Stopwatch.GetTimestamp();
        peer.Encrypt();
        double call = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        jit = JitInfo.GetCompilationTime(currentThread: true) - jit;
        methods = JitInfo.GetCompiledMethodCount(currentThread: true) - methods;
        Console.WriteLine(FormattableString.Invariant($"{constructor:F0} {call:F0} {jit.TotalNanoseconds:F0} {methods}"));
        return 0;
    }

    private Dictionary<(string Name, int Bytes), Reading> Read(IReadOnlyList<InstanceKind> kinds, IReadOnlyList<int> sizes, int processes)
    {
        (InstanceKind Kind, int Bytes)[] order = [.. sizes.SelectMany(_ => kinds, (bytes, kind) => (kind, bytes))];
        Dictionary<(string, int), Reading> readings = order.ToDictionary(key => (key.Kind.Name, key.Bytes), _ => new Reading());
        Console.Error.WriteLine($"{Name}, {processes * order.Length} processes …");
        Random random = new(1);

        // The first round reads the program from disk for all that follow.
        for (int round = -1; round < processes; round++)
        {
            random.Shuffle(order);
            foreach ((InstanceKind kind, int bytes) in order)
            {
                double[] figures = RunProcess(kind.Key, bytes);
                if (round >= 0)
                {
                    readings[(kind.Name, bytes)].Add(figures);
                }
            }
        }

        return readings;
    }

    private static double[] RunProcess(string key, int bytes)
    {
        string program = Environment.ProcessPath!;
        ProcessStartInfo start = new(program) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(program) == "dotnet")
        {
            start.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        }

        start.ArgumentList.Add(ChildCommand);
        start.ArgumentList.Add(key);
        start.ArgumentList.Add(bytes.ToString(CultureInfo.InvariantCulture));
        using Process process = Process.Start(start)!;
        double[] figures = [.. process.StandardOutput.ReadToEnd().Split(' ').Select(text => double.Parse(text, CultureInfo.InvariantCulture))];
        process.WaitForExit();
        return figures;
    }

    private static Target CreateTarget(InstanceKind kind, int bytes, Reading reading, Reading native) => new(
        $"first use of {kind.Name}, {bytes} bytes, constructor and Encrypt, native's times as long", 1, false, reading.Both.Median / native.Both.Median);

    /// <summary>Nanoseconds, one number a process.</summary>
    private sealed class Reading
    {
        public Samples Constructor { get; } = new();

        public Samples Call { get; } = new();

        public Samples Both { get; } = new();

        /// <summary>What of both the runtime's compiler took.</summary>
        public Samples Jit { get; } = new();

        /// <summary>How many it compiled.</summary>
        public Samples Methods { get; } = new();

        /// <summary>As a process prints them.</summary>
        public void Add(double[] figures)
        {
            Constructor.Add(figures[0]);
            Call.Add(figures[1]);
            Both.Add(figures[0] + figures[1]);
            Jit.Add(figures[2]);
            Methods.Add(figures[3]);
        }
    }
}
