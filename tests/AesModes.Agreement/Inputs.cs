using System.Buffers.Binary;

namespace AesModes.Agreement;

/// <summary>Keys, nonces and texts: the same ones on every platform.</summary>
/// <remarks>Slices of one pool at odd addresses, so that a text costs no time to make and begins anywhere in a vector.</remarks>
internal sealed class Inputs
{
    private const int PoolSize = 3 * 1024 * 1024;
    private const int Stride = 40_503;

    private static readonly byte[] _pool = MakePool();

    private int _position;

    /// <summary>The next number below the bound.</summary>
    public int Next(int bound) => (int)(BinaryPrimitives.ReadUInt32LittleEndian(Take(4)) % (uint)bound);

    public ReadOnlySpan<byte> Take(int length) => _pool.AsSpan(Advance(length), length);

    public ReadOnlyMemory<byte> TakeMemory(int length) => _pool.AsMemory(Advance(length), length);

    public byte[] TakeArray(int length) => Take(length).ToArray();

    private int Advance(int length)
    {
        _position = (_position + Stride) % (PoolSize - length);
        return _position;
    }

    // Marsaglia's xorshift64.
    private static byte[] MakePool()
    {
        byte[] pool = new byte[PoolSize];
        ulong state = 0x2545F4914F6CDD1D;
        for (int i = 0; i < pool.Length; i += sizeof(ulong))
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            BinaryPrimitives.WriteUInt64LittleEndian(pool.AsSpan(i), state);
        }

        return pool;
    }
}

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
