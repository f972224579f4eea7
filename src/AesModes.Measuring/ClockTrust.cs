using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Measuring;

/// <summary>Judges whether cycles may be counted by a clock that a chain of additions read.</summary>
/// <remarks>
/// Only what shows that the additions themselves were misread refuses the clock. Throughputs do not: another program on the same core halves them and
/// leaves a chain of additions as it is. They are doubts (<see cref="MachineSpeed.Doubts"/>).
/// </remarks>
internal static class ClockTrust
{
    /// <summary>Fewer may all have been interrupted.</summary>
    public const int LeastReadings = 20;

    private const double Tolerance = 0.04;

    /// <summary>Cycles of a dependent AES round: 2 to 8 on processors, some thirty in an emulator, whose multiplications may look right.</summary>
    private const double LongestAesRound = 12;

    /// <summary>
    /// Cycles of a 32-bit multiplication. x86-64: 3, and 4 on AMD's Bulldozer family. ARM64: 2 to 5. A chain of additions that is slower than one a
    /// cycle makes the multiplications look shorter.
    /// </summary>
    private static readonly int[] _latencies = X86Base.IsSupported ? [3, 4] : [2, 3, 4, 5];

    /// <summary>In a Debug build the JIT keeps every local in memory, whatever a method's attributes say.</summary>
    public static bool IsOptimized { get; } = typeof(ClockTrust).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    /// <summary>Why the clock is not trusted, in a sentence; null where it is.</summary>
    /// <param name="isOptimized">Whether the chains were compiled with optimisation.</param>
    /// <param name="readings">How often both chains were read.</param>
    /// <param name="multiplication">The shortest time of a dependent multiplication, in those of a dependent addition.</param>
    /// <param name="aesRound">The same of an AES round; null without AES instructions.</param>
    public static string? FindFault(bool isOptimized, int readings, double multiplication, double? aesRound) =>
        !isOptimized ? "This is a build without optimisation; use a Release build."
        : readings < LeastReadings ? Text($"The clock was read {readings} times; {LeastReadings} are needed.")
        : !_latencies.Any(latency => Math.Abs(multiplication - latency) <= Tolerance * latency) ? Text(
            $"The clock was misread: a multiplication took {multiplication:F2} times as long as an addition instead of {string.Join(" or ", _latencies)} times.")
        : aesRound > LongestAesRound ? Text(
            $"The clock was misread: an AES round took {aesRound:F0} times as long as an addition instead of {LongestAesRound} times at most.")
        : null;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
