using System.Text.Json.Serialization;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Tool.Speed;

/// <summary>The results of a run, with the names of its JSON.</summary>
internal sealed record SpeedResult(SpeedMachine Machine, int Rounds, IReadOnlyList<SpeedRow> Rows, IReadOnlyList<string> Doubts)
{
    public static SpeedResult Measure(Contest contest, TimeSpan time, Action<TimeSpan> report)
    {
        if (contest.FindFault() is { } fault)
        {
            throw new CommandFailure(fault);
        }

        (Entrant Entrant, Operation Operation)[] cases =
            [.. contest.Entrants.SelectMany(_ => OperationNames.All, (entrant, operation) => (entrant, operation))];
        Comparison comparison = Comparison.Measure([.. cases.Select(one => one.Entrant.CreateRow(one.Operation))], time, report);
        if (comparison.Faults.FirstOrDefault() is { } tooFast)
        {
            throw new CommandFailure(tooFast);
        }

        (Entrant Entrant, Operation Operation, RowResult Result)[] measured =
            [.. cases.Zip(comparison.Rows, (one, result) => (one.Entrant, one.Operation, result))];

        RowResult? FindNative(int bytes, Operation operation) => measured
            .FirstOrDefault(other => (other.Entrant.Algorithm, other.Entrant.Bytes, other.Operation) == (Contest.Native, bytes, operation)).Result;

        return new SpeedResult(
            SpeedMachine.Of(comparison.Speed),
            comparison.Rounds,
            [.. measured.Select(one => CreateRow(one.Entrant, one.Operation, one.Result, FindNative(one.Entrant.Bytes, one.Operation)))],
            [.. comparison.Speed.Doubts()]);
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

/// <summary>The figures of one algorithm, direction, backend and size. Sizes are in bytes, key sizes in bits. The table shows null as a dash. Without a trusted clock there are no cycles.</summary>
internal sealed record SpeedRow(
    string Algorithm,
    string Direction,
    string Backend,
    int KeySize,
    int Bytes,
    double BestNanoseconds,
    double MedianNanoseconds,
    double MegabytesPerSecond,
    double? CyclesPerByte,
    double? AgainstNative,
    double? ShareOfLimit);

/// <summary>The machine that was measured. Multiplies are by width in bits. Speeds has the last three figures in one line.</summary>
internal sealed record SpeedMachine(
    string Processor,
    string System,
    string Runtime,
    string Switches,
    double? Gigahertz,
    double? AesRoundsPerCycle,
    IReadOnlyDictionary<int, double?> MultipliesPerCycle,
    [property: JsonIgnore] string Speeds)
{
    public static SpeedMachine Of(MachineSpeed speed) => new(
        MachineInfo.Processor,
        MachineInfo.System,
        MachineInfo.Runtime,
        MachineInfo.Switches,
        speed.Gigahertz,
        speed.AesRoundsPerCycle,
        speed.Multiplies.Keys.ToDictionary(width => width, speed.MultipliesPerCycle),
        speed.Describe());
}
