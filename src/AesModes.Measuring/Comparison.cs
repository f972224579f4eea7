using System.Diagnostics;

namespace AesModes.Measuring;

/// <summary>
/// Times rows side by side in one process. In each round, every row has one short slice, and the order changes from round to round. A slowdown of the machine then
/// affects all rows alike.
/// </summary>
internal sealed class Comparison
{
    public const int DefaultRounds = 100;

    private const int LeastRounds = 3;

    /// <summary>A slice of n calls begins with n / 4 untimed calls, at least one.</summary>
    private const int UntimedPart = 4;

    private static readonly TimeSpan _slice = TimeSpan.FromMicroseconds(150);

    private readonly int[] _callsPerSlice;
    private readonly int[] _order;
    private readonly Random _random = new(1);
    private TimeSpan _elapsed;
    private TimeSpan _used;

    private Comparison(IReadOnlyList<Row> rows, int[] callsPerSlice)
    {
        Rows = [.. rows.Select(row => new RowResult(row, Speed))];
        _callsPerSlice = callsPerSlice;
        _order = [.. Enumerable.Range(0, rows.Count)];
    }

    public IReadOnlyList<RowResult> Rows { get; }

    public MachineSpeed Speed { get; } = new();

    public int Rounds => Rows[0].Times.Values.Count;

    /// <summary>The share of the rounds' time in which this process had a processor.</summary>
    public double ProcessorShare => _used / _elapsed;

    /// <summary>One sentence for each row that is faster than its AES rounds allow.</summary>
    public IEnumerable<string> Faults => Rows.Select(row => row.FindFault(row.Row.Name)).OfType<string>();

    public RowResult this[string name] => Rows.Single(row => row.Row.Name == name);

    /// <param name="rows">Rows with different names.</param>
    /// <param name="rounds">The number of rounds. Each row has one slice per round.</param>
    /// <param name="slice">A row's time in a round, if the default is too short: to wake threads, or to include a garbage collection.</param>
    public static Comparison Measure(IReadOnlyList<Row> rows, int rounds = DefaultRounds, TimeSpan? slice = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rounds, 1);
        Comparison comparison = new(rows, WarmUp(rows, slice ?? _slice, static () => true));
        comparison.Continue(rounds);
        foreach (RowResult result in comparison.Rows)
        {
            result.AllocatedBytes = CountAllocation(result.Row);
        }

        return comparison;
    }

    /// <summary>Measures as many rounds as the time allows. It does not count allocation: with long messages, that would take longer than all rounds.</summary>
    /// <param name="rows">Rows with different names.</param>
    /// <param name="time">The time limit. One warm-up and the minimum number of rounds may exceed it.</param>
    /// <param name="report">Receives the elapsed time between rounds.</param>
    public static Comparison Measure(IReadOnlyList<Row> rows, TimeSpan time, Action<TimeSpan> report)
    {
        long start = Stopwatch.GetTimestamp();
        bool Within(TimeSpan limit)
        {
            TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
            report(elapsed);
            return elapsed < limit;
        }

        Comparison comparison = new(rows, WarmUp(rows, _slice, () => Within(time / 2)));
        comparison.Run(round => Within(time) || round < LeastRounds);
        return comparison;
    }

    public void Continue(int rounds) => Run(round => round < rounds);

    private void Run(Func<int, bool> mayRun)
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan used = Environment.CpuUsage.TotalTime;
        for (int round = 0; mayRun(round); round++)
        {
            Speed.Sample();
            _random.Shuffle(_order);
            foreach (int i in _order)
            {
                Row row = Rows[i].Row;
                CallInBursts(row, Math.Max(1, _callsPerSlice[i] / UntimedPart), _random);
                Rows[i].Times.Add(Time(row, _callsPerSlice[i]) / _callsPerSlice[i]);
            }
        }

        Speed.Sample();
        Speed.SampleEnough();
        if (Rows.Any(row => row.BeatsItsBound))
        {
            // Another program may have used the AES unit during every reading. Reads the bound again before a row is refused.
            Speed.SampleOften();
        }

        _elapsed += Stopwatch.GetElapsedTime(start);
        _used += Environment.CpuUsage.TotalTime - used;
    }

    /// <summary>
    /// Runs until no row becomes faster for two turns, and returns the number of calls that fill a slice of each row. The runtime compiles a method again after 30
    /// calls, and once more with its profile, both in the background and at least a tenth of a second later.
    /// </summary>
    private static int[] WarmUp(IReadOnlyList<Row> rows, TimeSpan slice, Func<bool> mayGoOn)
    {
        const int LeastTurns = 4;
        const int MostTurns = 20;
        const double Faster = 0.95;
        int[] calls = new int[rows.Count];
        double[] shortest = [.. Enumerable.Repeat(double.MaxValue, rows.Count)];
        int settledTurns = 0;
        for (int turn = 0; turn == 0 || (turn < MostTurns && (turn < LeastTurns || settledTurns < 2) && mayGoOn()); turn++)
        {
            bool settled = true;
            for (int i = 0; i < rows.Count; i++)
            {
                CallOften(rows[i]);
                (calls[i], double nanoseconds) = FillSlice(rows[i], slice);
                settled &= nanoseconds > shortest[i] * Faster;
                shortest[i] = Math.Min(shortest[i], nanoseconds);
            }

            settledTurns = settled ? settledTurns + 1 : 0;
            Thread.Sleep(150);
        }

        return calls;
    }

    /// <summary>
    /// Warms caches and branch prediction for this row, in bursts of 1 to 19 calls. With a regular sequence, one branch of each call could be mispredicted, or
    /// predicted, in all rounds.
    /// </summary>
    private static void CallInBursts(Row row, int calls, Random random)
    {
        const int LongestBurst = 19;
        for (int left = calls; left > 0;)
        {
            int burst = Math.Min(left, random.Next(1, LongestBurst + 1));
            row.Repeat(burst);
            left -= burst;
        }
    }

    /// <summary>Makes one call at a time, because the runtime also counts calls of <see cref="Row.Repeat"/>. Makes fewer if one takes milliseconds.</summary>
    private static void CallOften(Row row)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 300 && Stopwatch.GetElapsedTime(start).TotalMilliseconds < (i < 40 ? 200 : 20); i++)
        {
            row.Repeat(1);
        }
    }

    /// <summary>Doubles the number of calls, because one call can be shorter than a tick of the stopwatch.</summary>
    private static (int Calls, double Nanoseconds) FillSlice(Row row, TimeSpan slice)
    {
        int calls = 1;
        double nanoseconds = Shortest(row, calls);
        while (nanoseconds < slice.TotalNanoseconds / 4)
        {
            calls *= 2;
            nanoseconds = Shortest(row, calls);
        }

        return (Math.Max(1, (int)(calls * slice.TotalNanoseconds / nanoseconds)), nanoseconds / calls);
    }

    private static double Shortest(Row row, int calls) => Enumerable.Range(0, 3).Min(_ => Time(row, calls));

    private static double Time(Row row, int calls)
    {
        long start = Stopwatch.GetTimestamp();
        row.Repeat(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    /// <summary>Managed bytes per call: the smallest of three counts, because the runtime itself sometimes allocates.</summary>
    private static double CountAllocation(Row row)
    {
        const int Calls = 100;
        return Enumerable.Range(0, 3).Min(_ =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            row.Repeat(Calls);
            return (double)(GC.GetAllocatedBytesForCurrentThread() - before) / Calls;
        });
    }
}
