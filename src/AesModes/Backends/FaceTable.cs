namespace AesModes.Backends;

/// <summary>
/// FACE's table (J. H. Park, D. H. Lee, "FACE: Fast AES CTR mode Encryption Techniques based on the Reuse of Repetitive Data", TCHES 2018): the paper's rd2+. For
/// each value of the counter's low byte it holds the state after round 2, in the form that the backend uses. The state is correct up to a difference that depends on
/// the four bytes above the low byte.
/// </summary>
/// <remarks>
/// In round 1 the low byte affects one column, and the four bytes above it affect the three others. In SP 800-38A's counter these are the last five bytes, so a
/// table is valid as long as the first eleven stay the same. RFC 8452's counter has only four bytes, so a table is valid for a whole message. The index is a byte of
/// the counter, which is public. The contents derive from the key.
/// </remarks>
internal ref struct FaceTable
{
    /// <summary>The number of entries: one vector for each value of the byte, on every backend.</summary>
    public const int Vectors = 256;

    /// <summary>
    /// The number of vectors that the caller provides. After the entries there is room for the first ones of the next run, so that a batch of sixteen can cross the
    /// end.
    /// </summary>
    public const int Size = Vectors + 16;

    /// <summary>From this many bytes on, a call uses a table. Below, filling and clearing it costs more than it saves.</summary>
    /// <remarks>
    /// `benchmarks/ratios pieces` measures messages around this size with and without a table (benchmarks/results/performance.md). All backends use the same size.
    /// With AES instructions a table pays from here on. In software on wide vectors it pays later, in particular if the counter does not start at a multiple of the
    /// batch.
    /// </remarks>
    public const int LeastTextSize = 2 * Vectors * 16;

    /// <summary>The memory of the table: <see cref="Size"/> vectors, or empty for no table.</summary>
    public Span<Vector128<byte>> Memory;

    /// <summary>The counter of the first block in the table. The difference is zero for counters that differ from it only in the low byte.</summary>
    public UInt128 Origin;

    /// <summary>The filled entries: one bit for each batch of a backend, from the lowest value on. Zero if there are none.</summary>
    public int Filled;

    public readonly bool IsEmpty => Memory.IsEmpty;

    /// <summary>Call it for each run of counters that differ in the low byte only. It discards entries that are no longer valid.</summary>
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
