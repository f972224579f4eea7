namespace AesModes.Backends;

/// <summary>
/// FACE's table (J. H. Park, D. H. Lee, "FACE: Fast AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data", TCHES 2018):
/// the paper's rd2+. For every value of the counter's byte that changes most often, the state after round 2, in whatever form a backend has it; right
/// up to a difference that is another for each value of the other bytes of the counter's column.
/// </summary>
/// <remarks>
/// That byte goes to one column in round 1, the four above it to the three others. In SP 800-38A's counter they are the last five bytes, so that a table
/// holds while the first eleven stay as they are; RFC 8452's counter has four bytes in all, and the table holds for a whole message. The index is a byte
/// of the counter, which is public; what is in it is derived from the key.
/// </remarks>
internal ref struct FaceTable
{
    /// <summary>One vector for each value of the byte, on every backend.</summary>
    public const int Vectors = 256;

    /// <summary>The vectors of memory to bring: behind the entries is room for the next ones' first, so that a batch of sixteen may go over the end.</summary>
    public const int Size = Vectors + 16;

    /// <summary>From so many bytes on a call keeps a table: below, filling and clearing it costs more than it saves.</summary>
    /// <remarks>
    /// benchmarks/ratios pieces encrypts texts around this size without a table and with one (benchmarks/results/performance.md). One size for all: on AES instructions a table
    /// pays from here on, in software on wide vectors later, the more so for a counter that starts beside a multiple of its batch.
    /// </remarks>
    public const int LeastTextSize = 2 * Vectors * 16;

    /// <summary>In vectors, <see cref="Size"/> of them; empty when nothing is to be kept.</summary>
    public Span<Vector128<byte>> Memory;

    /// <summary>The counter of the first block that was put into the table: the difference is none where its low byte alone is another.</summary>
    public UInt128 Origin;

    /// <summary>What is in it: a bit for each batch of a backend, from the lowest value on; zero when nothing is.</summary>
    public int Filled;

    public readonly bool IsEmpty => Memory.IsEmpty;

    /// <summary>To be called for each run of counters that differ in the low byte only: forgets what no longer holds.</summary>
    public void Enter(UInt128 counter)
    {
        if (Filled == 0 || (counter >> 40) != (Origin >> 40))
        {
            Origin = counter;
            Filled = 0;
        }
    }

    public readonly void Clear() => Secrets.Erase(Memory);
}
