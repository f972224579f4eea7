using AesModes.Measuring;
using AesModes.Measuring.Peers;
using AesModes.Tool.Common;

namespace AesModes.Tool.Speed;

/// <summary>A whole run; names as in JSON.</summary>
/// <param name="Machine">What it was measured on.</param>
/// <param name="Rounds">How often each row had its turn.</param>
/// <param name="Rows">By size, then algorithm, backend and direction.</param>
/// <param name="Doubts">What makes the figures worth less, in sentences; usually nothing.</param>
internal sealed record SpeedResult(SpeedMachine Machine, int Rounds, IReadOnlyList<SpeedRow> Rows, IReadOnlyList<string> Doubts)
{
    /// <param name="contest">All sizes.</param>
    /// <param name="time">For everything.</param>
    /// <param name="report">As <see cref="Comparison"/> takes it.</param>
    public static SpeedResult Measure(Contest contest, TimeSpan time, Action<TimeSpan> report)
    {
        if (contest.FindFault() is { } fault)
        {
            throw new CommandFailure(fault);
        }

        (Entrant Entrant, Operation Operation)[] cases =
            [.. contest.Entrants.SelectMany(_ => OperationNames.All, (entrant, operation) => (entrant, operation))];
        Comparison comparison = Comparison.Measure([.. cases.Select(one => one.Entrant.CreateRow(one.Operation))], time, report);
        (Entrant Entrant, Operation Operation, RowResult Result)[] measured =
            [.. cases.Zip(comparison.Rows, (one, result) => (one.Entrant, one.Operation, result))];

        RowResult? FindNative(int bytes, Operation operation) => measured
            .FirstOrDefault(other => (other.Entrant.Algorithm, other.Entrant.Bytes, other.Operation) == (Contest.Native, bytes, operation)).Result;

        return new SpeedResult(
            SpeedMachine.Of(comparison.Speed),
            comparison.Rounds,
            [.. measured.Select(one => CreateRow(one.Entrant, one.Operation, one.Result, FindNative(one.Entrant.Bytes, one.Operation)))],
            [.. comparison.Speed.Doubts(), .. comparison.Rows.Select(result => result.FindFault(result.Row.Name)).OfType<string>()]);
    }

    private static SpeedRow CreateRow(Entrant entrant, Operation operation, RowResult result, RowResult? native) => new(
        entrant.Algorithm,
        operation.Verb(),
        entrant.Backend,
        entrant.KeySize,
        entrant.Bytes,
        result.Best,
        result.Median,
        result.MegabytesPerSecond,
        result.CyclesPerByte,
        native is null ? null : result.SpeedAgainst(native),
        result.ShareOfLimit);
}
