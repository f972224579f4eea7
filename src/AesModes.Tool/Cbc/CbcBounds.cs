using System.Globalization;
using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>The shortest times that the AES rounds of a call allow, in microseconds; null in software, which has no such bound, and if the readings are not trusted.</summary>
internal sealed record CbcBounds(double? Encryption, double? Decryption)
{
    /// <summary>Allows for a small error of a reading.</summary>
    private const double Tolerance = 0.97;

    /// <summary>Encryption is one chain, so it needs each round's latency. Decryption is at best as fast as the unit starts rounds.</summary>
    /// <param name="rounds">The rounds of all blocks of a call.</param>
    /// <param name="speed">The speeds of the same run.</param>
    public static CbcBounds Of(long rounds, MachineSpeed speed) =>
        rounds > 0 && speed is { ClockFault: null, HasAesRounds: true }
            ? new(rounds / speed.DependentAesRounds.Largest / 1000, rounds / speed.AesRounds.Largest / 1000)
            : new(null, null);

    /// <summary>Finds a call that is faster than its rounds allow. Returns a sentence about it, or null.</summary>
    /// <param name="contestant">The contestant, whose fastest calls are compared.</param>
    /// <param name="timerStep">The timer's step in microseconds. A measured time may be that much shorter than the call.</param>
    public string? FindFault(CbcContestant contestant, double timerStep) =>
        FindFault(contestant, "encryption", contestant.Encryption, Encryption, timerStep)
            ?? FindFault(contestant, "decryption", contestant.Decryption, Decryption, timerStep);

    private static string? FindFault(CbcContestant contestant, string operation, Samples times, double? bound, double timerStep) =>
        times.Smallest + timerStep < bound * Tolerance
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{contestant.Name} is wrong: {operation} took {times.Smallest:F3} µs, but its AES rounds alone take {bound:F3} µs. It does not do its work, or the measurement is wrong.")
            : null;
}
