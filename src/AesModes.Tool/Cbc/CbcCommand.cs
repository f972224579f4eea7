using System.Diagnostics;
using System.Security.Cryptography;
using AesModes.Measuring;

namespace AesModes.Tool.Cbc;

/// <summary>Validates and measures the AES cores through CBC, as kernel developers do: encryption cannot overlap blocks, decryption can.</summary>
internal static class CbcCommand
{
    private const int MostIterations = 1_000_000;

    /// <summary>64 MiB per buffer.</summary>
    private const int MostBlocks = 4 * 1024 * 1024;

    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(250);

    /// <summary>The interval between readings of the clock, which take half a millisecond each, between iterations. The clock changes with the processor's other work.</summary>
    private static readonly TimeSpan _clockPeriod = TimeSpan.FromMilliseconds(10);

    public delegate CbcCipher CipherFactory(Backend backend, ReadOnlySpan<byte> key);

    public static Command Create() => Create(CbcCipher.Create);

    /// <summary>For tests, which pass wrong ciphers.</summary>
    public static Command Create(CipherFactory createCipher)
    {
        Argument<int> iterations = Parameters.Number("ITERATIONS", "The number of iterations. Each encrypts, decrypts and compares random data.", 1, MostIterations);
        Argument<int> blocks = Parameters.Number("BLOCKS", "The number of 16-byte blocks in each call.", 1, MostBlocks);
        Option<int> keySize = Parameters.KeySize(128, 128, 192, 256);
        Option<string> backend = Parameters.BackendName(Parameters.All);
        Option<bool> json = Parameters.Json();

        Command command = new("cbc", "Validates the AES cores through CBC and measures them. Example: aesmodes cbc 1000 2560 --backend all")
        {
            iterations,
            blocks,
            keySize,
            backend,
            json,
        };
        command.SetAction(result =>
        {
            byte[] key = RandomNumberGenerator.GetBytes(result.GetValue(keySize) / 8);
            CbcContestant[] contestants =
                [.. Parameters.FindAll(result.GetRequiredValue(backend)).Select(b => new CbcContestant(b.Name, createCipher(b, key)))];
            Report.Print(Measure(result.GetValue(iterations), result.GetValue(blocks), key, contestants), result.GetValue(json), CbcReport.Print);
        });
        return command;
    }

    private static CbcResult Measure(int iterations, int blocks, byte[] key, CbcContestant[] contestants)
    {
        using CbcTrial trial = new(key, blocks, contestants);
        trial.WarmUp(_warmUp);

        // A run may end before the loop has read the speed often enough.
        MachineSpeed speed = MachineSpeed.Read();
        long? sampled = null;
        for (int i = 1; i <= iterations; i++)
        {
            if (sampled is null || Stopwatch.GetElapsedTime(sampled.Value) >= _clockPeriod)
            {
                speed.Sample();
                sampled = Stopwatch.GetTimestamp();
            }

            trial.Run(i);
        }

        double step = TimerStep.Measure();
        if (FindFault(contestants, blocks, speed, step) is not null)
        {
            // Another program may have used the AES unit during every reading. Reads the bound again before a backend is refused.
            speed.SampleOften();
            if (FindFault(contestants, blocks, speed, step) is { } fault)
            {
                throw new CommandFailure(fault);
            }
        }

        // Read at once, while the core is still as busy as during the run.
        ClockRate clock = ClockRate.Choose(speed, OperatingSystemClock.Read());
        foreach (CbcContestant contestant in contestants)
        {
            contestant.Cipher.Dispose();
        }

        int bytes = blocks * CbcCipher.BlockSize;
        double shortest = contestants.Min(c => Math.Min(c.Encryption.Smallest, c.Decryption.Smallest));
        BackendFigures[] figures = [.. contestants.Select(c => BackendFigures.Of(c, BoundsOf(c, blocks, speed), bytes, clock))];
        return new CbcResult(
            MachineInfo.Processor,
            MachineInfo.System,
            MachineInfo.Runtime,
            8 * key.Length,
            iterations,
            blocks,
            bytes,
            clock,
            step,
            TimerStep.Dominates(step, shortest),
            figures,
            [.. figures[..^1].Select(f => SpeedRatio.Of(f, figures[^1]))]);
    }

    private static string? FindFault(CbcContestant[] contestants, int blocks, MachineSpeed speed, double timerStep) =>
        contestants.Select(c => BoundsOf(c, blocks, speed).FindFault(c, timerStep)).FirstOrDefault(fault => fault is not null);

    private static CbcBounds BoundsOf(CbcContestant contestant, int blocks, MachineSpeed speed) =>
        CbcBounds.Of((long)blocks * contestant.Cipher.AesRounds, speed);
}
