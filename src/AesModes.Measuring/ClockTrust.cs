using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Measuring;

/// <summary>Decides whether a clock that was read with a chain of additions can count cycles.</summary>
/// <remarks>
/// The clock is refused only if the additions themselves were misread. Throughputs are no reason: another program on the same core halves them, but does not change
/// a chain of additions. They are doubts (<see cref="MachineSpeed.Doubts"/>).
/// </remarks>
internal static class ClockTrust
{
    /// <summary>With fewer readings, an interruption may have spoilt all of them.</summary>
    public const int LeastReadings = 20;

    private const double Tolerance = 0.04;

    /// <summary>Cycles of a dependent AES round: 2 to 8 on processors, about 30 in an emulator, whose multiplications can look right.</summary>
    private const double LongestAesRound = 12;

    /// <summary>
    /// Cycles of a 32-bit multiplication: on x86-64 3, or 4 on AMD's Bulldozer family; on ARM64 2 to 5. If the chain of additions takes more than a cycle per
    /// addition, the multiplications look shorter.
    /// </summary>
    private static readonly int[] _latencies = X86Base.IsSupported ? [3, 4] : [2, 3, 4, 5];

    /// <summary>In a Debug build the JIT keeps every local in memory, whatever a method's attributes say.</summary>
    public static bool IsOptimized { get; } = typeof(ClockTrust).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    /// <summary>Why the clock is not trusted, in a sentence; null if it is trusted.</summary>
    /// <param name="isOptimized">Whether the chains were compiled with optimisation.</param>
    /// <param name="readings">The number of readings of both chains.</param>
    /// <param name="multiplication">The shortest time of a dependent multiplication, as a multiple of a dependent addition's.</param>
    /// <param name="aesRound">The same for an AES round; null without AES instructions.</param>
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
