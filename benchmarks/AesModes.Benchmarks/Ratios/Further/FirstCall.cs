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
    private const string Watched = "watched";

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
            "first use", "bytes", "constructor, µs", "Encrypt, µs", "both, µs", "lowest", "of both JIT, µs", "methods", "kernels", "their JIT, µs", "the longest, µs", "JIT of the others, µs",
            "× native's time", "Encrypt alone, × native's");
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
                    Format.Number(reading.KernelCount.Median, "F0"),
                    Format.Number(reading.Kernels.Median / 1000, "N0"),
                    reading.Longest.Key is { Length: > 0 } name ? $"{name} {Format.Number(reading.Longest.Value.Median / 1000, "N0")}" : "–",
                    Format.Number(reading.Others.Median / 1000, "N0"),
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
                    CompiledKernels = reading.KernelCount.Median,
                    KernelsMedianNanoseconds = reading.Kernels.Median,
                    LongestKernel = reading.Longest.Key,
                    LongestMedianNanoseconds = reading.Longest.Value.Median,
                    OthersMedianNanoseconds = reading.Others.Median,
                    TimeAsMultipleOfNative = both,
                    EncryptTimeAsMultipleOfNative = alone,
                });
                if (kind != InstanceKind.Native)
                {
                    targets.Add(CreateTarget(kind, bytes, reading, native));
                }
            }
        }

        return new FurtherFindings(this, MachineSpeed.Read(), $"medians of {processes} processes each", table, rows, targets)
        {
            FurtherFaults = [.. readings.Values.SelectMany(reading => reading.Faults).Distinct()],
        };
    }

    public override bool TestTheChecks()
    {
        Dictionary<(string, int), Reading> readings = Read([InstanceKind.Native, _late], [16], RoundsOfTest);
        return SelfTest.Tell(this, [_late.Name], name =>
            CreateTarget(_late, 16, readings[(name, 16)], readings[(InstanceKind.Native.Name, 16)]).IsMissed);
    }

    /// <summary>In a fresh process, on one line: the times of a constructor and of an Encrypt, what of both the JIT took, in nanoseconds, and how many methods it compiled.</summary>
    /// <param name="arguments">
    /// The class, and the message's size in bytes. With <see cref="Watched"/> behind them the line goes on, from the runtime's events: how many methods
    /// they tell of; of what was compiled at once with full optimisation the number, the time, and the longest one's time and name; the time of the others.
    /// </param>
    public static int RunChild(string[] arguments)
    {
        using CompiledMethods? compiled = arguments.Contains(Watched) ? new CompiledMethods() : null;
        InstanceKind kind = InstanceKind.Own.Append(InstanceKind.Native).Append(_late).Single(own => own.Key == arguments[0]);
        Message message = kind.CreateMessage(int.Parse(arguments[1], CultureInfo.InvariantCulture));
        _ = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp());
        CompiledMethods.Begin();
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
        CompiledMethods.End();
        Console.Write(FormattableString.Invariant($"{constructor:F0} {call:F0} {jit.TotalNanoseconds:F0} {methods}"));
        if (compiled is not null)
        {
            ILookup<bool, CompiledMethod> all = compiled.Wait().OrderByDescending(method => method.Nanoseconds).ToLookup(method => method.IsOptimised);
            double[] times = [.. new[] { true, false }.Select(isOptimised => all[isOptimised].Sum(method => method.Nanoseconds))];
            CompiledMethod? longest = all[true].FirstOrDefault();
            Console.Write(FormattableString.Invariant(
                $" {all.Sum(methods => methods.Count())} {all[true].Count()} {times[0]:F0} {longest?.Nanoseconds ?? 0:F0} {longest?.Name} {times[1]:F0}"));
        }

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
                string[] figures = RunProcess(kind.Key, bytes);
                string[] watched = RunProcess(kind.Key, bytes, Watched);
                if (round >= 0)
                {
                    readings[(kind.Name, bytes)].Add(figures, watched);
                }
            }
        }

        return readings;
    }

    private static string[] RunProcess(string key, int bytes, params string[] more)
    {
        string program = Environment.ProcessPath!;
        ProcessStartInfo start = new(program) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(program) == "dotnet")
        {
            start.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        }

        foreach (string argument in (string[])[ChildCommand, key, bytes.ToString(CultureInfo.InvariantCulture), .. more])
        {
            start.ArgumentList.Add(argument);
        }

        using Process process = Process.Start(start)!;
        string[] figures = process.StandardOutput.ReadToEnd().Split(' ');
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

        /// <summary>How many of them at once with full optimisation: the kernels, and what has both a loop and a buffer.</summary>
        public Samples KernelCount { get; } = new();

        public Samples Kernels { get; } = new();

        /// <summary>By name: another kernel is the longest where it is interrupted.</summary>
        private Dictionary<string, Samples> LongestOnes { get; } = [];

        /// <summary>The one that is most often.</summary>
        public KeyValuePair<string, Samples> Longest => LongestOnes.MaxBy(one => one.Value.Values.Count);

        /// <summary>What it took for those that are not.</summary>
        public Samples Others { get; } = new();

        public List<string> Faults { get; } = [];

        /// <summary>As two processes print them, the second one watched.</summary>
        public void Add(string[] figures, string[] watched)
        {
            double[] times = [.. figures.Select(Parse)];
            Constructor.Add(times[0]);
            Call.Add(times[1]);
            Both.Add(times[0] + times[1]);
            Jit.Add(times[2]);
            Methods.Add(times[3]);

            KernelCount.Add(Parse(watched[5]));
            Kernels.Add(Parse(watched[6]));
            _ = LongestOnes.TryAdd(watched[8], new Samples());
            LongestOnes[watched[8]].Add(Parse(watched[7]));
            Others.Add(Parse(watched[9]));
            if (watched[3] != watched[4])
            {
                Faults.Add($"first-call: the JIT compiled {watched[3]} methods, and the runtime's events tell of {watched[4]}.");
            }
        }

        private static double Parse(string text) => double.Parse(text, CultureInfo.InvariantCulture);
    }
}
