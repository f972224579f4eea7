using AesModes.Backends;
using AesModes.Benchmarks.Peers;
using AesModes.Measuring;
using AesModes.Modes;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>What a key costs: constructor and Dispose of each class beside native AES-GCM's, and what of it is the pinned array.</summary>
internal sealed class SetUp : FurtherExperiment
{
    private const int RoundsOfTest = 50;

    /// <summary>Some thousand instances: the collections that pinned arrays bring about are to fall into it.</summary>
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(3);

    public override string Name => "set-up";

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        Row[] arrays = [.. VectorsOf.Select(kind => new Row($"pinned array of {kind.Kind.Name}", 0, Row.Calls(() => AllocateArray(kind.Vectors))))];
        Comparison comparison = Comparison.Measure([RowOf(InstanceKind.Native), .. InstanceKind.Own.Select(RowOf), .. arrays], rounds, _slice);
        RowResult native = comparison[InstanceKind.Native.Name];
        Table table = new("constructor and Dispose", "ns", "median", "mean", "cycles", "× native", "of it the pinned array, median", "allocated");
        List<object> rows = [];
        foreach (RowResult row in comparison.Rows.Take(InstanceKind.Own.Count + 1))
        {
            RowResult? array = comparison.Rows.SingleOrDefault(other => other.Row.Name == $"pinned array of {row.Row.Name}");
            table.Add(
                row.Row.Name,
                Format.Nanoseconds(row.Best),
                Format.Nanoseconds(row.Median),
                Format.Nanoseconds(row.Times.Mean),
                Format.Number(row.Cycles, "F0"),
                Format.Number(SpeedAgainst(row, native), "F2"),
                Format.Nanoseconds(array?.Median),
                Format.Number(row.AllocatedBytes, "0.##"));
            rows.Add(new
            {
                row.Row.Name,
                BestNanoseconds = row.Best,
                MedianNanoseconds = row.Median,
                MeanNanoseconds = row.Times.Mean,
                TimesAsFastAsNative = SpeedAgainst(row, native),
                PinnedArrayMedianNanoseconds = array?.Median,
                row.AllocatedBytes,
            });
        }

        Target[] targets = [.. InstanceKind.Own.Select(kind => CreateTarget(comparison[kind.Name], native))];
        return new FurtherFindings(this, comparison.Speed, $"{rounds} rounds", table, rows, targets);
    }

    /// <summary>An instance that is set up two times over.</summary>
    public override bool TestTheChecks()
    {
        const string Slow = "native AES-GCM set up twice";
        Action once = CreateAndDispose(InstanceKind.Native);
        Row twice = new(Slow, 0, Row.Calls(() =>
        {
            once();
            once();
        }));
        Comparison comparison = Comparison.Measure([RowOf(InstanceKind.Native), twice], RoundsOfTest, _slice);
        return SelfTest.Tell(this, [Slow], _ => CreateTarget(comparison[Slow], comparison[InstanceKind.Native.Name]).IsMissed);
    }

    /// <summary>How many vectors an instance keeps.</summary>
    private static IEnumerable<(InstanceKind Kind, int Vectors)> VectorsOf =>
        InstanceKind.Own.Select(kind => (kind, kind.Key == "aez" ? AezKey.Count : (kind.KeySize / 4) + 7));

    private static Row RowOf(InstanceKind kind) => new(kind.Name, 0, Row.Calls(CreateAndDispose(kind)));

    private static Action CreateAndDispose(InstanceKind kind)
    {
        byte[] key = kind.CreateMessage(16).Key;
        return () => kind.Create(key).Dispose();
    }

    /// <summary>With its finaliser and its overwriting, as every instance of ours has it.</summary>
    private static void AllocateArray(int vectors) => new ExpandedKey(vectors, typeof(SetUp)).Dispose();

    /// <summary>By the means, as the best slices are those without a collection.</summary>
    private static double SpeedAgainst(RowResult row, RowResult native) => native.Times.Mean / row.Times.Mean;

    private static Target CreateTarget(RowResult row, RowResult native) =>
        new($"set-up of {row.Row.Name} against native, times as fast", 1, true, SpeedAgainst(row, native));
}
