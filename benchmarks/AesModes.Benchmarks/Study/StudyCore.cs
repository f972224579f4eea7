using AesModes.Measuring;

namespace AesModes.Benchmarks.Study;

/// <summary>Counter mode (SP 800-38A §6.5) by one core with one level of reuse. For one thread.</summary>
/// <param name="name">As in the tables: the same for all levels of a core.</param>
/// <param name="level">What is kept.</param>
internal abstract class StudyCore(string name, Level level)
{
    public const int BlockSize = 16;

    public string Name => name;

    public Level Level => level;

    public string RowName => $"{name}, {level}";

    /// <summary>
    /// Everything that the paper does before the first block: the key schedule, and the tables, which are right as long as the counter's
    /// first eleven bytes are these.
    /// </summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="counter">That of the first block.</param>
    public abstract void SetUp(ReadOnlySpan<byte> key, UInt128 counter);

    /// <summary>Adds the key stream from that counter on. Any length; source and destination are the same memory or disjoint.</summary>
    public abstract void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>The AES instructions that <see cref="Xor"/> cannot do without; null where there are none.</summary>
    public virtual Work? CreateWork(int bytes, int keySize) => null;

    /// <summary>FIPS 197 §5: a block of four words has six rounds more than the key has words.</summary>
    protected static int CountRounds(int keySize) => (keySize / 4) + 6;
}
