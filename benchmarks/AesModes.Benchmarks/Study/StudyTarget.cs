using AesModes.Backends.Software;
using AesModes.Measuring;

namespace AesModes.Benchmarks.Study;

/// <summary>A figure that must be reached, and what was measured.</summary>
/// <param name="Name">What it is about.</param>
/// <param name="Bound">What it must at least or at most be.</param>
/// <param name="AtLeast">Which of the two.</param>
/// <param name="Measured">Null where the rows were not there.</param>
internal sealed record StudyTarget(string Name, double Bound, bool AtLeast, double? Measured)
{
    private const string Core = "bitsliced";
    private const int Bytes = 40960;
    private const int KeyBits = 128;

    public bool IsMet => Measured is { } measured && (AtLeast ? measured >= Bound : measured <= Bound);

    public bool IsMissed => Measured is not null && !IsMet;

    public string Verdict => Measured is null ? "not measured: take DOTNET_EnableAVX512=0, all key sizes and all sizes" : IsMet ? "met" : "missed";

    public string BoundText => FormattableString.Invariant($"{(AtLeast ? '≥' : '≤')} {Bound:0.##}");

    /// <summary>They are those of the bitsliced core without AVX-512, as the paper's was.</summary>
    public static IReadOnlyList<StudyTarget> Evaluate(IReadOnlyList<StudyResults> results)
    {
        StudyResults? result = Lane128.FusesLogic ? null : results.FirstOrDefault(result => result.KeyBits == KeyBits);
        RowResult? plain = result?.Find(Core, Level.Plain, Bytes);
        RowResult? reused = result?.Find(Core, Level.R2, Bytes);
        string row = FormattableString.Invariant($"{Core} without AVX-512, AES-{KeyBits}, {Bytes} bytes");
        return
        [
            new($"{row}: R2, times as fast as plain", 1.15, true, plain is null ? null : reused?.SpeedAgainst(plain)),
            new($"{row}: R2, cycles/byte", 5.6, false, reused?.CyclesPerByte),
        ];
    }
}
