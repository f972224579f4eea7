using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Benchmarks.Study;

/// <summary>Counter mode (SP 800-38A §6.5) by one core, whose name all levels share, with one level of reuse. For one thread.</summary>
internal abstract class StudyCore(string name, Level level)
{
    public const int BlockSize = 16;

    public string Name => name;

    public Level Level => level;

    public string RowName => $"{name}, {level}";

    /// <summary>Those that this machine can run, in the tables' order; a core's levels stand together, plain first.</summary>
    public static IReadOnlyList<StudyCore> CreateAll() =>
    [
        new TableCore<PlainLevel>(), new TableCore<R1Level>(), new TableCore<R2Level>(),
        new BitslicedCore<PlainLevel>(), new BitslicedCore<R2Level>(),
        .. X86.IsSupported ? [.. CreateAesNi<One>(), .. CreateAesNi<Four>(), .. CreateAesNi<Eight>()] : Array.Empty<StudyCore>(),
        .. CreateLibrary<HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>>(),
        .. CreateLibrary<HardwareBackend<Arm, Multiply128<Arm>, Vector128<ulong>>>(),
        .. CreateLibrary<SoftwareBackend<Lane128, Vector128<byte>>>(),
    ];

    /// <summary>
    /// Everything that the paper does before the first block: the key schedule, and the tables, which are right as long as the counter's
    /// first eleven bytes are these.
    /// </summary>
    public abstract void SetUp(ReadOnlySpan<byte> key, UInt128 counter);

    /// <summary>Adds the key stream from that counter on. Any length; source and destination are the same memory or disjoint.</summary>
    public abstract void Xor(UInt128 counter, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>The AES instructions that <see cref="Xor"/> cannot do without; null where there are none.</summary>
    public virtual Work? CreateWork(int bytes, int keySize) => null;

    /// <summary>FIPS 197 §5: a block of four words has six rounds more than the key has words.</summary>
    protected static int CountRounds(int keySize) => (keySize / 4) + 6;

    private static StudyCore[] CreateAesNi<TWidth>()
        where TWidth : struct, IWidth =>
        [new AesNiCore<TWidth, PlainLevel>(), new AesNiCore<TWidth, R1Level>(), new AesNiCore<TWidth, R2Level>()];

    private static StudyCore[] CreateLibrary<TBackend>()
        where TBackend : struct, IBackend =>
        TBackend.IsSupported ? [new LibraryCore<TBackend, PlainLevel>(), new LibraryCore<TBackend, R2Level>()] : [];
}
