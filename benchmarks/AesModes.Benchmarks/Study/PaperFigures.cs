namespace AesModes.Benchmarks.Study;

/// <summary>
/// What the paper measured (J. H. Park, D. H. Lee, "FACE: Fast AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data",
/// TCHES 2018, tables 3 and 4). Plain is OpenSSL's table-based code, Käsper's and Schwabe's bitsliced one and Crypto++'s for AES-NI. Its
/// cycles are the time stamp counter's, with turbo on: a core that runs faster than that counter makes them fewer than its own.
/// </summary>
internal static class PaperFigures
{
    /// <summary>Bytes of a message.</summary>
    public static IReadOnlyList<int> Sizes { get; } = [1024, 4096, 20480, 40960];

    private static readonly Throughput[] _throughputs =
    [
        new("table-based", "i7-8700K", 128, [9.374, 9.223, 9.083, 8.716], [], [7.185, 7.114, 7.081, 6.855]),
        new("table-based", "i7-8700K", 192, [10.948, 10.788, 10.354, 10.087], [], [8.741, 8.726, 8.408, 8.203]),
        new("table-based", "i7-8700K", 256, [12.645, 12.496, 11.822, 11.644], [], [10.346, 10.230, 9.847, 9.647]),
        new("bitsliced", "i7-8700K", 128, [5.273, 5.172, 5.097, 5.032], [], [4.339, 3.932, 4.006, 3.812]),
        new("bitsliced", "i7-8700K", 192, [6.108, 6.074, 5.999, 5.879], [], [5.356, 4.984, 4.945, 4.691]),
        new("bitsliced", "i7-8700K", 256, [7.254, 7.079, 6.995, 6.952], [], [6.278, 5.987, 5.873, 5.571]),
        new("AES-NI 1x1", "i7-8700K", 128, [1.665, 1.625, 1.617, 1.611], [0.778, 0.739, 0.737, 0.726], [0.703, 0.662, 0.659, 0.658]),
        new("AES-NI 1x1", "i7-8700K", 192, [1.871, 1.847, 1.832, 1.807], [0.867, 0.827, 0.822, 0.819], [0.786, 0.775, 0.732, 0.733]),
        new("AES-NI 1x1", "i7-8700K", 256, [2.059, 2.043, 2.029, 2.021], [0.986, 0.959, 0.956, 0.948], [0.880, 0.867, 0.874, 0.876]),
        new("AES-NI 4x1", "i7-8700K", 128, [0.551, 0.547, 0.537, 0.531], [0.513, 0.494, 0.483, 0.473], [0.450, 0.441, 0.442, 0.434]),
        new("AES-NI 4x1", "i7-8700K", 192, [0.669, 0.642, 0.636, 0.622], [0.607, 0.586, 0.581, 0.573], [0.547, 0.533, 0.539, 0.539]),
        new("AES-NI 4x1", "i7-8700K", 256, [0.767, 0.758, 0.745, 0.739], [0.706, 0.698, 0.684, 0.677], [0.638, 0.636, 0.624, 0.625]),
        new("bitsliced", "i7-4770K", 128, [5.687, 5.530, 5.514, 5.500], [], [4.696, 4.429, 4.398, 4.397]),
        new("AES-NI 4x1", "i7-4770K", 128, [0.730, 0.704, 0.688, 0.684], [0.634, 0.623, 0.621, 0.620], [0.592, 0.580, 0.578, 0.578]),
    ];

    /// <summary>Table 4 says AES-NI for one block at a time and for four.</summary>
    private static readonly SetUp[] _setUps =
    [
        new("table-based", 128, new LevelFigures(121, null, 3643)),
        new("table-based", 192, new LevelFigures(137, null, 3662)),
        new("table-based", 256, new LevelFigures(172, null, 3724)),
        new("bitsliced", 128, new LevelFigures(242, null, 5778)),
        new("bitsliced", 192, new LevelFigures(254, null, 5783)),
        new("bitsliced", 256, new LevelFigures(306, null, 5802)),
        new("AES-NI", 128, new LevelFigures(145, 680, 7568)),
        new("AES-NI", 192, new LevelFigures(173, 749, 7628)),
        new("AES-NI", 256, new LevelFigures(212, 783, 7618)),
    ];

    /// <summary>The processors that Table 3 has this core and key on.</summary>
    public static IEnumerable<string> Processors(string core, int keyBits) =>
        _throughputs.Where(row => row.Core == core && row.KeyBits == keyBits).Select(row => row.Processor);

    /// <summary>Cycles/byte; nothing where the paper has nothing.</summary>
    public static LevelFigures Find(string core, string processor, int keyBits, int bytes)
    {
        Throughput? row = Array.Find(_throughputs, row => row.Core == core && row.Processor == processor && row.KeyBits == keyBits);
        int place = Sizes.TakeWhile(size => size != bytes).Count();
        return row is null ? default : new LevelFigures(At(row.Plain, place), At(row.R1, place), At(row.R2, place));
    }

    /// <summary>Cycles of a key set-up, on the i7-8700K; nothing where the paper has nothing.</summary>
    public static LevelFigures FindSetUp(string core, int keyBits) =>
        Array.Find(_setUps, row => core.StartsWith(row.Core, StringComparison.Ordinal) && row.KeyBits == keyBits)?.Cycles ?? default;

    private static double? At(double[] values, int place) => place < values.Length ? values[place] : null;

    /// <summary>Cycles/byte for each of <see cref="Sizes"/>; empty where the paper has no such level.</summary>
    private sealed record Throughput(string Core, string Processor, int KeyBits, double[] Plain, double[] R1, double[] R2);

    private sealed record SetUp(string Core, int KeyBits, LevelFigures Cycles);
}
