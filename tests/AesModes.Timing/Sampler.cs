using System.Diagnostics;
using System.Security.Cryptography;
using AesModes.Measuring;

namespace AesModes.Timing;

/// <summary>Times one trial's calls, the classes by chance one after the other.</summary>
internal static class Sampler
{
    /// <summary>Inputs prepared in one go.</summary>
    private const int ChunkSize = 4096;

    /// <summary>A reading of the clock takes some 20 ns: shorter calls are repeated.</summary>
    private const double LeastNanoseconds = 150;

    /// <summary>Not counted: until the JIT has compiled what is around the kernels for good, which it does 100 ms after the last new method.</summary>
    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(250);

    private static readonly double _nanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    /// <param name="trial">What to time.</param>
    /// <param name="count">How many samples, of both classes together.</param>
    /// <param name="time">How long at most; then there are fewer.</param>
    public static Outcome Measure(Trial trial, int count, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        long[] samples = new long[count];
        byte[] classes = new byte[ChunkSize];
        byte[] inputs = new byte[ChunkSize * trial.InputSize];
        Span<long> warming = samples.AsSpan(0, Math.Min(ChunkSize, count));
        do
        {
            MeasureChunk(trial, 1, classes, inputs, warming);
        }
        while (Stopwatch.GetElapsedTime(start) < _warmUp);
        warming.Sort();
        double once = (warming[warming.Length / 2] >> 1) * _nanosecondsPerTick;
        int repeats = (int)Math.Clamp(Math.Ceiling(LeastNanoseconds / Math.Max(once, 1)), 1, trial.MostRepeats);

        int done = 0;
        while (done < count && Stopwatch.GetElapsedTime(start) < time)
        {
            int size = Math.Min(ChunkSize, count - done);
            MeasureChunk(trial, repeats, classes, inputs, samples.AsSpan(done, size));
            done += size;
        }

        return new Outcome(trial, done, repeats, WelchTest.Compare(samples.AsSpan(0, done)), _nanosecondsPerTick / repeats);
    }

    /// <param name="trial">What to time.</param>
    /// <param name="repeats">How often a sample makes the call.</param>
    /// <param name="classes">Room.</param>
    /// <param name="inputs">Room.</param>
    /// <param name="samples">Twice the ticks, plus the class.</param>
    private static void MeasureChunk(Trial trial, int repeats, byte[] classes, byte[] inputs, Span<long> samples)
    {
        RandomNumberGenerator.Fill(classes);
        trial.Prepare(classes.AsSpan(0, samples.Length), inputs);
        int inputSize = trial.InputSize;
        byte[] youngest = [];
        for (int i = 0; i < samples.Length; i++)
        {
            trial.Load(inputs.AsSpan(i * inputSize, inputSize));

            // The collector gives back the pages behind the last pinned object that lives, and calls that allocate such objects would wait for new ones.
            youngest = GC.AllocateUninitializedArray<byte>(1, pinned: true);
            long start = Stopwatch.GetTimestamp();
            for (int r = 0; r < repeats; r++)
            {
                trial.Run();
            }

            long ticks = Stopwatch.GetTimestamp() - start;
            // The class is not looked at before here.
            samples[i] = (2 * ticks) + (classes[i] & 1);
            if (!trial.IsRight())
            {
                throw new InvalidOperationException($"{trial.Mode}, {trial.Call}, {trial.Classes}: it did not do what it is timed for.");
            }
        }

        GC.KeepAlive(youngest);
    }
}
