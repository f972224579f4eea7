using System.Diagnostics;

namespace AesModes.Measuring;

/// <summary>
/// Times rows side by side in one process: in each round every row has one short slice, in an order that changes from round to round,
/// and the core's speed is read before the first and after the last of them. What slows the machine for a while slows all rows alike.
/// </summary>
internal sealed class Comparison
{
    public const int DefaultRounds = 100;

    private static readonly TimeSpan _slice = TimeSpan.FromMicroseconds(150);

    private Comparison(IReadOnlyList<RowResult> rows, MachineSpeed speed)
    {
        Rows = rows;
        Speed = speed;
    }

    /// <summary>As given, each with what was measured.</summary>
    public IReadOnlyList<RowResult> Rows { get; }

    public MachineSpeed Speed { get; }

    public RowResult this[string name] => Rows.Single(row => row.Row.Name == name);

    /// <param name="rows">Different names. They are warmed up first.</param>
    /// <param name="rounds">Bests get better with more of them, medians steadier.</param>
    public static Comparison Measure(IReadOnlyList<Row> rows, int rounds = DefaultRounds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rounds, 1);
        WarmUp(rows);

        MachineSpeed speed = new();
        RowResult[] results = [.. rows.Select(row => new RowResult(row, speed))];
        int[] callsPerSlice = [.. rows.Select(CountCalls)];
        int[] order = [.. Enumerable.Range(0, rows.Count)];
        Random random = new(1);
        for (int round = 0; round < rounds; round++)
        {
            speed.Sample();
            random.Shuffle(order);
            foreach (int i in order)
            {
                results[i].Times.Add(Time(rows[i], callsPerSlice[i]) / callsPerSlice[i]);
            }
        }

        speed.Sample();
        foreach (RowResult result in results)
        {
            result.AllocatedBytes = CountAllocation(result.Row);
        }

        return new Comparison(results, speed);
    }

    /// <summary>
    /// Until every row runs as it will: a method is compiled again with optimisation after thirty calls, in the background, a tenth of a
    /// second after the last method was called first; and once more after it has been observed for thirty calls.
    /// </summary>
    private static void WarmUp(IReadOnlyList<Row> rows)
    {
        const int Turns = 4;
        const int Calls = 300;
        for (int turn = 0; turn < Turns; turn++)
        {
            foreach (Row row in rows)
            {
                // Few of the long ones, where a single call takes milliseconds; but calls of the row itself are counted too.
                long start = Stopwatch.GetTimestamp();
                for (int i = 0; i < Calls && (i < 40 || Stopwatch.GetElapsedTime(start).TotalMilliseconds < 60); i++)
                {
                    row.Repeat(1);
                }
            }

            Thread.Sleep(150);
        }
    }

    /// <summary>How many calls fill a slice: found by doubling, as a single call can be shorter than a step of the stopwatch.</summary>
    private static int CountCalls(Row row)
    {
        int calls = 1;
        double nanoseconds = Shortest(row, calls);
        while (nanoseconds < _slice.TotalNanoseconds / 4)
        {
            calls *= 2;
            nanoseconds = Shortest(row, calls);
        }

        return Math.Max(1, (int)(calls * _slice.TotalNanoseconds / nanoseconds));
    }

    private static double Shortest(Row row, int calls) => Enumerable.Range(0, 3).Min(_ => Time(row, calls));

    private static double Time(Row row, int calls)
    {
        long start = Stopwatch.GetTimestamp();
        row.Repeat(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    /// <summary>Managed bytes a call: the smallest of three counts, as the runtime itself allocates now and then.</summary>
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
