using AesModes.Modes;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>What a key costs: constructor and Dispose of each class beside native AES-GCM's, and what of it is the pinned array.</summary>
internal sealed class SetUp() : FurtherExperiment("set-up")
{
    private const int RoundsOfTest = 50;

    /// <summary>Some thousand instances: the collections that pinned arrays bring about are to fall into it.</summary>
    private static readonly TimeSpan _slice = TimeSpan.FromMilliseconds(3);

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        Row[] arrays = [.. VectorsOf.Select(kind => new Row($"pinned array of {kind.Kind.Name}", 0, Row.Calls(() => AllocateArray(kind.Vectors))))];
        Comparison comparison = Comparison.Measure([RowOf(InstanceKind.Native), .. InstanceKind.Own.Select(RowOf), .. arrays], rounds, _slice);
        RowResult native = comparison[InstanceKind.Native.Name];
        RowResult? ArrayOf(RowResult row) => comparison.Rows.SingleOrDefault(other => other.Row.Name == $"pinned array of {row.Row.Name}");
        Column<RowResult>[] columns =
        [
            new("constructor and Dispose", "Name", row => row.Row.Name),
            new("ns", "BestNanoseconds", row => row.Best),
            new("median", "MedianNanoseconds", row => row.Median),
            new("mean", "MeanNanoseconds", row => row.Times.Mean),
            new("cycles", null, row => row.Cycles, "F0"),
            new("× native", "TimesAsFastAsNative", row => SpeedAgainst(row, native), "F2"),
            new("of it the pinned array, median", "PinnedArrayMedianNanoseconds", row => ArrayOf(row)?.Median),
            new("allocated", "AllocatedBytes", row => row.AllocatedBytes, "0.##"),
        ];
        IEnumerable<RowResult> rows = comparison.Rows.Take(InstanceKind.Own.Count + 1);
        Target[] targets = [.. InstanceKind.Own.Select(kind => CreateTarget(comparison[kind.Name], native))];
        return Tell(comparison.Speed, $"{rounds} rounds", Tables.Create(rows, columns), Tables.ToJson(rows, columns), targets);
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
