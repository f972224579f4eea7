using System.Buffers.Binary;

namespace AesModes.Benchmarks.Study;

/// <summary>What was measured for a key size: every core and level beside each other, at each size (table 3) and at its set-up (table 4).</summary>
internal sealed record StudyResults(
    int KeyBits,
    IReadOnlyList<string> Cores,
    IReadOnlyDictionary<int, Comparison> Sizes,
    Comparison SetUp,
    IReadOnlyList<string> Faults)
{
    /// <summary>The counter's low 32 bits begin at zero.</summary>
    private static readonly UInt128 _counter = new(0x0011_2233_4455_6677, 0x8899_AABB_0000_0000);

    public IEnumerable<RowResult> Rows => Sizes.Values.Append(SetUp).SelectMany(comparison => comparison.Rows);

    public static StudyResults Measure(int keyBits, IReadOnlyList<int> sizes, int rounds)
    {
        byte[] key = [.. Enumerable.Range(0, keyBits / 8).Select(i => (byte)(17 * i))];
        IReadOnlyList<KnownAnswer> cases = StudyCheck.CreateCases(key.Length);
        List<string> faults = [];
        List<StudyCore> sound = [];
        IReadOnlyList<StudyCore> all = StudyCore.CreateAll();
        foreach (StudyCore core in all)
        {
            if (StudyCheck.FindFault(core, cases) is { } fault)
            {
                faults.Add($"{fault} Its rows are left out.");
            }
            else
            {
                sound.Add(core);
            }
        }

        Comparison setUp = Comparison.Measure(
            [.. sound.Select(core => new Row(core.RowName, key.Length, calls => SetUpOften(core, key, calls)))], rounds);

        Dictionary<int, Comparison> comparisons = [];
        foreach (int size in sizes)
        {
            // The same memory for all rows: what one leaves in the caches, the next one needs.
            PlacedBuffer source = new(size, 0);
            PlacedBuffer destination = new(size, 0);
            comparisons.Add(size, Comparison.Measure([.. sound.Select(core => CreateRow(core, key, source, destination))], rounds));
        }

        foreach (StudyCore core in all)
        {
            (core as IDisposable)?.Dispose();
        }

        return new StudyResults(keyBits, [.. sound.Select(core => core.Name).Distinct()], comparisons, setUp, faults);
    }

    /// <summary>Null where the core or the level is not there.</summary>
    public RowResult? Find(string core, Level level, int bytes) => Find(Sizes.GetValueOrDefault(bytes), core, level);

    /// <inheritdoc cref="Find(string, Level, int)"/>
    public RowResult? FindSetUp(string core, Level level) => Find(SetUp, core, level);

    /// <summary>The timed call is checked once more at its own key, counter and size.</summary>
    private static Row CreateRow(StudyCore core, byte[] key, PlacedBuffer source, PlacedBuffer destination)
    {
        int size = source.Span.Length;
        core.SetUp(key, _counter);
        core.Xor(_counter, source.Span, destination.Span);
        byte[] counter = new byte[StudyCore.BlockSize];
        BinaryPrimitives.WriteUInt128BigEndian(counter, _counter);
        if (!destination.Span.SequenceEqual(StudyCheck.Encrypt(key, counter, source.ToArray())))
        {
            throw new InvalidOperationException($"{core.RowName} passed its check and fails at {size} bytes.");
        }

        return new Row(core.RowName, size, Repeat, core.CreateWork(size, key.Length));

        void Repeat(int calls)
        {
            for (; calls > 0; calls--)
            {
                core.Xor(_counter, source.Span, destination.Span);
            }
        }
    }

    private static void SetUpOften(StudyCore core, byte[] key, int calls)
    {
        for (; calls > 0; calls--)
        {
            core.SetUp(key, _counter);
        }
    }

    private static RowResult? Find(Comparison? comparison, string core, Level level) =>
        comparison?.Rows.FirstOrDefault(result => result.Row.Name == $"{core}, {level}");
}
