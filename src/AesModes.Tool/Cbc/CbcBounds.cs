using System.Globalization;
using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>The shortest times that the AES rounds of a call allow, in microseconds; null in software, which has no such bound, and where the readings are not trusted.</summary>
internal sealed record CbcBounds(double? Encryption, double? Decryption)
{
    /// <summary>A reading may be a little off.</summary>
    private const double Tolerance = 0.97;

    /// <summary>Encryption is one chain, so it has the latency of each round. Decryption is as fast as the unit starts rounds, at best.</summary>
    /// <param name="rounds">Of all blocks of a call.</param>
    /// <param name="speed">Of the same run.</param>
    public static CbcBounds Of(long rounds, MachineSpeed speed) =>
        rounds > 0 && speed is { ClockFault: null, HasAesRounds: true }
            ? new(rounds / speed.DependentAesRounds.Largest / 1000, rounds / speed.AesRounds.Largest / 1000)
            : new(null, null);

    /// <summary>A call that is faster than its rounds allow, in a sentence; null where there is none.</summary>
    /// <param name="contestant">By its quickest calls.</param>
    /// <param name="timerStep">In microseconds: a time may be shorter by so much than the call was.</param>
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
