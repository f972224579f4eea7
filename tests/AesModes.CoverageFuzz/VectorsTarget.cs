using AesModes.Tests.Fuzz;

namespace AesModes.CoverageFuzz;

/// <summary>Files of test vectors: any text, any two as ACVP's prompt and results, and random cases' files.</summary>
internal sealed class VectorsTarget : Target
{
    /// <summary>Between ACVP's two texts. JSON cannot contain it.</summary>
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
