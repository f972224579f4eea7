using AesModes.Tests.Fuzz;

namespace AesModes.CoverageFuzz;

/// <summary>Fuzzes test vector files: arbitrary bytes, arbitrary pairs of ACVP prompt and results, and the files of random cases.</summary>
internal sealed class VectorsTarget : Target
{
    /// <summary>Separates ACVP's prompt from its results. JSON cannot contain it.</summary>
    public const byte Separator = 0x1E;

    private readonly VectorFileFuzz _kind;

    public VectorsTarget()
        : this(new VectorFileFuzz())
    {
    }

    private VectorsTarget(VectorFileFuzz kind)
        : base(("text", kind.Check), ("acvp", input => CheckAcvp(kind, input)), ("vector files", Decide(kind))) => _kind = kind;

    public override void Dispose()
    {
        _kind.Dispose();
        base.Dispose();
    }

    private static void CheckAcvp(VectorFileFuzz kind, byte[] input)
    {
        int end = input.AsSpan().IndexOf(Separator);
        kind.CheckAcvp(end < 0 ? input : input[..end], end < 0 ? [] : input[(end + 1)..]);
    }
}
