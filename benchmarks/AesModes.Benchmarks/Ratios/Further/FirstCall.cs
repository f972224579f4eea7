using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.CompilerServices;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>What a program waits for when it uses a class for the first time: constructor and Encrypt, each reading in a fresh process, in an order that changes from round to round.</summary>
internal sealed class FirstCall() : FurtherExperiment("first-call")
{
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

    public override Findings Measure(int rounds)
    {
        int processes = Math.Max(1, rounds / RoundsPerProcess);
        InstanceKind[] kinds = [InstanceKind.Native, .. InstanceKind.Own];
        Dictionary<(InstanceKind Kind, int Bytes), Reading> readings = Read(kinds, _sizes, processes);
        double AgainstNative((InstanceKind, int Bytes) use, Func<Sample, double> figure) =>
            readings[use].Median(figure) / readings[(InstanceKind.Native, use.Bytes)].Median(figure);
        (InstanceKind Kind, int Bytes)[] uses = [.. _sizes.SelectMany(_ => kinds, (bytes, kind) => (kind, bytes))];

        // Thousands of nanoseconds: "#,##0,".
        const string Microseconds = "#,##0,";
        Column<(InstanceKind Kind, int Bytes)> Median(string header, string key, Func<Sample, double> figure, string format = Microseconds) =>
            new(header, key, use => readings[use].Median(figure), format);
        Column<(InstanceKind Kind, int Bytes)>[] columns =
        [
            new("first use", "Name", use => use.Kind.Name),
            new("bytes", "Bytes", use => use.Bytes, "F0"),
            Median("constructor, µs", "ConstructorMedianNanoseconds", sample => sample.Constructor),
            Median("Encrypt, µs", "EncryptMedianNanoseconds", sample => sample.Call),
            Median("both, µs", "MedianNanoseconds", sample => sample.Both),
            new("lowest", "BestNanoseconds", use => readings[use].Samples.Min(sample => sample.Both), Microseconds),
            Median("of both JIT, µs", "JitMedianNanoseconds", sample => sample.Jit),
            Median("methods", "CompiledMethods", sample => sample.Methods, "F0"),
            Median("kernels", "CompiledKernels", sample => sample.Kernels, "F0"),
            Median("their JIT, µs", "KernelsMedianNanoseconds", sample => sample.OfKernels),
            new("the longest, µs", null, use => readings[use].Longest is { Name.Length: > 0 } longest ? $"{longest.Name} {longest.Nanoseconds.ToString(Microseconds, CultureInfo.InvariantCulture)}" : null),
            new(null, "LongestKernel", use => readings[use].Longest.Name),
            new(null, "LongestMedianNanoseconds", use => readings[use].Longest.Nanoseconds),
            Median("JIT of the others, µs", "OthersMedianNanoseconds", sample => sample.OfOthers),
            new("× native's time", "TimeAsMultipleOfNative", use => AgainstNative(use, sample => sample.Both), "F2"),
            new("Encrypt alone, × native's", "EncryptTimeAsMultipleOfNative", use => AgainstNative(use, sample => sample.Call), "F2"),
        ];
        Target[] targets = [.. uses.Where(use => use.Kind != InstanceKind.Native).Select(use => CreateTarget(use.Kind, use.Bytes, readings))];
        IEnumerable<string> faults = readings.Values.SelectMany(reading => reading.Samples).Select(sample => sample.MethodsOfEvents)
            .Where(methods => methods.Compiled != methods.Told)
            .Select(methods => $"first-call: the JIT compiled {methods.Compiled} methods, and the runtime's events tell of {methods.Told}.");
        return Tell(
            MachineSpeed.Read(), $"medians of {processes} processes each", Tables.Create(uses, columns), Tables.ToJson(uses, columns), targets, faults.Distinct());
    }

    public override bool TestTheChecks()
    {
        Dictionary<(InstanceKind, int), Reading> readings = Read([InstanceKind.Native, _late], [16], RoundsOfTest);
        return SelfTest.Tell(this, [_late.Name], _ => CreateTarget(_late, 16, readings).IsMissed);
    }

    /// <summary>In a fresh process, on one line: the nanoseconds of a constructor, of an Encrypt and of the JIT in both, and how many methods it compiled.</summary>
    /// <param name="arguments">
    /// The class, and the message's size in bytes. After <see cref="Watched"/> the line goes on with what the runtime's events tell: how many methods; of those
    /// that have no tier 0 the number, the time, and the longest one's time; the time of the others; the name of the longest.
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

        using Peer peer = kind.CreatePeerOn(message, instance);
        start = Stopwatch.GetTimestamp();
        peer.Encrypt();
        double call = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        jit = JitInfo.GetCompilationTime(currentThread: true) - jit;
        methods = JitInfo.GetCompiledMethodCount(currentThread: true) - methods;
        CompiledMethods.End();
        Console.Write($"{constructor:F0} {call:F0} {jit.TotalNanoseconds:F0} {methods}");
        if (compiled is not null)
        {
            ILookup<bool, CompiledMethod> all = compiled.Wait().ToLookup(method => method.IsOptimised);
            CompiledMethod? longest = all[true].MaxBy(method => method.Nanoseconds);
            double Time(bool isOptimised) => all[isOptimised].Sum(method => method.Nanoseconds);
            Console.Write($" {all.Sum(group => group.Count())} {all[true].Count()} {Time(true):F0} {longest?.Nanoseconds ?? 0:F0} {Time(false):F0} {longest?.Name}");
        }

        return 0;
    }

    private Dictionary<(InstanceKind Kind, int Bytes), Reading> Read(IReadOnlyList<InstanceKind> kinds, IReadOnlyList<int> sizes, int processes)
    {
        (InstanceKind Kind, int Bytes)[] order = [.. sizes.SelectMany(_ => kinds, (bytes, kind) => (kind, bytes))];
        Dictionary<(InstanceKind, int), Reading> readings = order.ToDictionary(use => use, _ => new Reading());
        Console.Error.WriteLine($"{Name}, {processes * order.Length} processes …");
        Random random = new(1);

        // The first round reads the program from disk for all that follow.
        for (int round = -1; round < processes; round++)
        {
            random.Shuffle(order);
            foreach ((InstanceKind kind, int bytes) in order)
            {
                Sample sample = new(RunProcess(kind.Key, bytes), RunProcess(kind.Key, bytes, Watched));
                if (round >= 0)
                {
                    readings[(kind, bytes)].Samples.Add(sample);
                }
            }
        }

        return readings;
    }

    private static string[] RunProcess(string key, int bytes, params string[] more)
    {
        string program = !Report.IsInNode ? Environment.ProcessPath!
            : throw new UsageException("first-call starts processes like its own, and Node.js is none: use benchmarks/ratios.");
        string[] assembly = Path.GetFileNameWithoutExtension(program) == "dotnet" ? [Assembly.GetExecutingAssembly().Location] : [];
        string[] arguments = [.. assembly, ChildCommand, key, bytes.ToString(CultureInfo.InvariantCulture), .. more];
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        string[] figures = process.StandardOutput.ReadToEnd().Split(' ');
        process.WaitForExit();
        return figures;
    }

    private static Target CreateTarget(InstanceKind kind, int bytes, Dictionary<(InstanceKind Kind, int Bytes), Reading> readings) => new(
        $"first use of {kind.Name}, {bytes} bytes, constructor and Encrypt, native's times as long",
        1,
        false,
        readings[(kind, bytes)].Median(sample => sample.Both) / readings[(InstanceKind.Native, bytes)].Median(sample => sample.Both));

    /// <summary>What two processes told, the second one watched: see <see cref="RunChild"/>. Times are in nanoseconds.</summary>
    private sealed class Sample(string[] words, string[] watchedWords)
    {
        private readonly double[] _figures = Parse(words);
        private readonly double[] _watched = Parse(watchedWords[..^1]);

        public double Constructor => _figures[0];

        public double Call => _figures[1];

        public double Both => Constructor + Call;

        /// <summary>Part of both.</summary>
        public double Jit => _figures[2];

        public double Methods => _figures[3];

        /// <summary>In the watched process.</summary>
        public (double Compiled, double Told) MethodsOfEvents => (_watched[3], _watched[4]);

        /// <summary>Those without tier 0: the kernels, and what has both a loop and a buffer.</summary>
        public double Kernels => _watched[5];

        public double OfKernels => _watched[6];

        public double OfLongest => _watched[7];

        public double OfOthers => _watched[8];

        public string Longest => watchedWords[^1];

        private static double[] Parse(string[] words) => [.. words.Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
    }

    private sealed class Reading
    {
        public List<Sample> Samples { get; } = [];

        /// <summary>The kernel that is most often the longest, and what it took then: an interruption makes another one the longest.</summary>
        public (string Name, double Nanoseconds) Longest
        {
            get
            {
                IGrouping<string, Sample> most = Samples.GroupBy(sample => sample.Longest).MaxBy(group => group.Count())!;
                return (most.Key, MedianOf(most, sample => sample.OfLongest));
            }
        }

        public double Median(Func<Sample, double> figure) => MedianOf(Samples, figure);

        private static double MedianOf(IEnumerable<Sample> samples, Func<Sample, double> figure) => new Samples(samples.Select(figure)).Median;
    }
}

/// <summary>The methods that a thread compiled between two marks, from the runtime's own events.</summary>
internal sealed class CompiledMethods : EventListener
{
    private const string Source = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Jit = (EventKeywords)0x10;
    private const int Started = 145;
    private const int Loaded = 143;

    // Of the payload of the second.
    private const int MethodFlags = 5;
    private const int TypeName = 6;
    private const int MethodName = 7;

    /// <summary>In the flags, from bit 7 on.</summary>
    private const uint FullOptimisation = 2;

    private readonly ConcurrentQueue<EventWrittenEventArgs> _events = [];
    private readonly ManualResetEventSlim _isOver = new();

    /// <summary>Marks: called before and after what is watched, on its thread, these are compiled there and then.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Begin()
    {
    }

    /// <inheritdoc cref="Begin"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void End()
    {
    }

    /// <summary>The time of each is without that of the methods compiled meanwhile. Empty where the runtime does not tell.</summary>
    public IReadOnlyList<CompiledMethod> Wait()
    {
        if (!_isOver.Wait(TimeSpan.FromSeconds(10)))
        {
            return [];
        }

        EventWrittenEventArgs[] all = [.. _events];
        long thread = all.Single(one => IsOf(one, nameof(Begin))).OSThreadId;
        List<CompiledMethod> methods = [];
        Stack<(DateTime Start, double Within)> open = [];
        foreach (EventWrittenEventArgs one in all.Where(one => one.OSThreadId == thread).SkipWhile(one => !IsOf(one, nameof(Begin))).Skip(1).TakeWhile(one => !IsOf(one, nameof(End))))
        {
            if (one.EventId == Started)
            {
                open.Push((one.TimeStamp, 0));
            }
            else if (open.TryPop(out (DateTime Start, double Within) method))
            {
                double time = (one.TimeStamp - method.Start).TotalNanoseconds;
                methods.Add(new CompiledMethod((string)one.Payload![MethodName]!, (((uint)one.Payload[MethodFlags]! >> 7) & 7) == FullOptimisation, time - method.Within));
                if (open.TryPop(out (DateTime Start, double Within) outer))
                {
                    open.Push((outer.Start, outer.Within + time));
                }
            }
        }

        return methods;
    }

    public override void Dispose()
    {
        base.Dispose();
        _isOver.Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Source)
        {
            EnableEvents(eventSource, EventLevel.Verbose, Jit);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId is Started or Loaded)
        {
            _events.Enqueue(eventData);
            if (IsOf(eventData, nameof(End)))
            {
                _isOver.Set();
            }
        }
    }

    private static bool IsOf(EventWrittenEventArgs one, string mark) =>
        one.EventId == Loaded && (string)one.Payload![MethodName]! == mark && ((string)one.Payload[TypeName]!).EndsWith(nameof(CompiledMethods), StringComparison.Ordinal);
}

/// <param name="Name">Without its type.</param>
/// <param name="IsOptimised">At once: it has no tier 0.</param>
/// <param name="Nanoseconds">That the compiler took.</param>
internal sealed record CompiledMethod(string Name, bool IsOptimised, double Nanoseconds);
