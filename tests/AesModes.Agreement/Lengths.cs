namespace AesModes.Agreement;

/// <summary>The lengths of texts that are tried.</summary>
internal static class Lengths
{
    /// <summary>Every length to here: beyond the kernels for small messages (132 blocks at most) and software's change of cores (64 blocks, 2,048 bytes).</summary>
    public const int Short = 2200;

    /// <summary>About 1 MiB; not whole blocks.</summary>
    public const int Longest = (1024 * 1024) + 5;

    private const int Around = 33;

    /// <summary>
    /// A backend chooses another way at or near these: prefetching, a FACE table (8,192 bytes), wraps of the counter's low byte (4,096), chunks of a stream.
    /// </summary>
    private static readonly int[] _thresholds = [3072, 4096, 6144, 8192, 12_288, 16_384, 32_768, 65_536];

    public static IEnumerable<int> UpTo(int last) => Enumerable.Range(0, last + 1);

    public static IEnumerable<int> AroundThresholds => _thresholds.SelectMany(t => Enumerable.Range(t - Around, (2 * Around) + 1));
}
