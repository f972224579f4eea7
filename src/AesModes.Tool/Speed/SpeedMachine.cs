using System.Text.Json.Serialization;
using AesModes.Measuring;

namespace AesModes.Tool.Speed;

/// <summary>What it was measured on; names as in JSON.</summary>
/// <param name="Processor">Its name.</param>
/// <param name="System">The operating system.</param>
/// <param name="Runtime">.NET's version.</param>
/// <param name="Switches">What switches off instruction sets; usually empty.</param>
/// <param name="Gigahertz">The clock, measured.</param>
/// <param name="AesRoundsPerCycle">Null without AES instructions.</param>
/// <param name="MultipliesPerCycle">Carry-less multiply instructions, by their width in bits.</param>
/// <param name="Speeds">The last three in one line.</param>
internal sealed record SpeedMachine(
    string Processor,
    string System,
    string Runtime,
    string Switches,
    double Gigahertz,
    double? AesRoundsPerCycle,
    IReadOnlyDictionary<int, double> MultipliesPerCycle,
    [property: JsonIgnore] string Speeds)
{
    public static SpeedMachine Of(MachineSpeed speed) => new(
        MachineInfo.Processor,
        MachineInfo.System,
        MachineInfo.Runtime,
        MachineInfo.Switches,
        speed.Gigahertz,
        speed.HasAesRounds ? speed.AesRoundsPerCycle : null,
        speed.Multiplies.Keys.ToDictionary(width => width, speed.MultipliesPerCycle),
        speed.Describe());
}
