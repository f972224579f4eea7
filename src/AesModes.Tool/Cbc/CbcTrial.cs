using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>Runs random messages through ciphers that share a key, in turns. The first result that differs from the platform's AES, or does not decrypt, ends the trial.</summary>
internal sealed class CbcTrial(byte[] key, int blocks, params CbcContestant[] contestants) : IDisposable
{
    private readonly Aes _platform = CreatePlatform(key);
    private readonly byte[] _iv = new byte[CbcCipher.BlockSize];
    private readonly byte[] _plaintext = new byte[blocks * CbcCipher.BlockSize];
    private readonly byte[] _expected = new byte[blocks * CbcCipher.BlockSize];
    private readonly byte[] _ciphertext = new byte[blocks * CbcCipher.BlockSize];
    private readonly byte[] _decrypted = new byte[blocks * CbcCipher.BlockSize];

    /// <summary>Runs untimed iterations, which are validated too, until the runtime has recompiled the hot methods.</summary>
    public void WarmUp(TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        do
        {
            Iterate("while warming up", isTimed: false);
        }
        while (Stopwatch.GetElapsedTime(start) < time);
    }

    public void Run(int number) => Iterate(string.Create(CultureInfo.InvariantCulture, $"in iteration {number:N0}"), isTimed: true);

    public void Dispose() => _platform.Dispose();

    private static Aes CreatePlatform(byte[] key)
    {
        var platform = Aes.Create();
        platform.Key = key;
        return platform;
    }

    private void Iterate(string when, bool isTimed)
    {
        RandomNumberGenerator.Fill(_iv);
        RandomNumberGenerator.Fill(_plaintext);
        _ = _platform.EncryptCbc(_plaintext, _iv, _expected, PaddingMode.None);
        foreach (CbcContestant contestant in contestants)
        {
            // No output of an earlier turn may replace what this turn does not write.
            _ciphertext.AsSpan().Clear();
            _decrypted.AsSpan().Clear();

            long start = Stopwatch.GetTimestamp();
            contestant.Cipher.Encrypt(_iv, _plaintext, _ciphertext);
            long encryption = Stopwatch.GetTimestamp() - start;
            Compare(_expected, _ciphertext, contestant, "encryption", when);

            start = Stopwatch.GetTimestamp();
            contestant.Cipher.Decrypt(_iv, _ciphertext, _decrypted);
            long decryption = Stopwatch.GetTimestamp() - start;
            Compare(_plaintext, _decrypted, contestant, "decryption", when);

            if (isTimed)
            {
                contestant.Encryption.Add(TimerStep.ToMicroseconds(encryption));
                contestant.Decryption.Add(TimerStep.ToMicroseconds(decryption));
            }
        }
    }

    private static void Compare(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, CbcContestant contestant, string operation, string when)
    {
        int at = expected.CommonPrefixLength(actual);
        if (at < expected.Length)
        {
            throw new CommandFailure(string.Create(
                CultureInfo.InvariantCulture,
                $"{contestant.Name} is wrong: {operation} {when}, byte {at % CbcCipher.BlockSize} of block {at / CbcCipher.BlockSize:N0} (both from 0) is {actual[at]:x2} instead of {expected[at]:x2}."));
        }
    }
}

/// <summary>One cipher, and the times of its calls in microseconds.</summary>
internal sealed record CbcContestant(string Name, CbcCipher Cipher)
{
    public Samples Encryption { get; } = new();

    public Samples Decryption { get; } = new();
}

/// <summary>The step of the stopwatch, by which a measured time can be wrong.</summary>
internal static class TimerStep
{
    private const int Readings = 1000;

    /// <summary>With fewer steps than this, one step is more than a twentieth of the time.</summary>
    private const double StepsThatHideOne = 20;

    /// <summary>Measures, in microseconds, the shortest time above zero between two readings: the clock's unit, or the duration of a reading.</summary>
    public static double Measure()
    {
        long shortest = long.MaxValue;
        for (int i = 0; i < Readings; i++)
        {
            long start = Stopwatch.GetTimestamp();
            long end;
            do
            {
                end = Stopwatch.GetTimestamp();
            }
            while (end == start);

            shortest = Math.Min(shortest, end - start);
        }

        return ToMicroseconds(shortest);
    }

    /// <summary>Converts <see cref="Stopwatch"/>'s own ticks, because a TimeSpan has steps of 100 ns.</summary>
    public static double ToMicroseconds(long ticks) => ticks * (1e6 / Stopwatch.Frequency);

    public static bool Dominates(double step, double shortestCall) => shortestCall < StepsThatHideOne * step;
}
