using System.Diagnostics;
using System.Security.Cryptography;
using AesModes.Measuring;

namespace AesModes.Timing;

/// <summary>Times one trial's calls. The class of each call is random.</summary>
internal static class Sampler
{
    /// <summary>The number of inputs prepared at once.</summary>
    private const int ChunkSize = 4096;

    /// <summary>A clock reading takes about 20 ns, so shorter calls are repeated up to this time.</summary>
    private const double LeastNanoseconds = 150;

    /// <summary>Samples in this time do not count. The JIT recompiles the code around the kernels 100 ms after the last new method.</summary>
    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(250);

    private static readonly double _nanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    /// <summary>Measures this many samples of both classes together, or fewer if the time ends first.</summary>
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

    /// <summary>Measures samples. A sample is twice the ticks, plus the class.</summary>
    private static void MeasureChunk(Trial trial, int repeats, byte[] classes, byte[] inputs, Span<long> samples)
    {
        RandomNumberGenerator.Fill(classes);
        trial.Prepare(classes.AsSpan(0, samples.Length), inputs);
        int inputSize = trial.InputSize;
        byte[] youngest = [];
        for (int i = 0; i < samples.Length; i++)
        {
            trial.Load(inputs.AsSpan(i * inputSize, inputSize));

            // The garbage collector returns pages after the last live pinned object to the system, so calls that allocate pinned objects would wait for new pages.
            youngest = GC.AllocateUninitializedArray<byte>(1, pinned: true);
            long start = Stopwatch.GetTimestamp();
            for (int r = 0; r < repeats; r++)
            {
                trial.Run();
            }

            long ticks = Stopwatch.GetTimestamp() - start;
            // This is the first use of the class.
            samples[i] = (2 * ticks) + (classes[i] & 1);
            if (!trial.IsRight())
            {
                throw new InvalidOperationException($"{trial}: it did not do what it is timed for.");
            }
        }

        GC.KeepAlive(youngest);
    }
}

/// <summary>The result of a trial. The statistics are in ticks per sample, which may contain several calls. <paramref name="Nanoseconds"/> converts a tick to nanoseconds per call.</summary>
internal sealed record Outcome(Trial Trial, int Samples, int Repeats, WelchResult Result, double Nanoseconds)
{
    /// <summary>Whether the result is as expected. Too few samples are never.</summary>
    public bool IsAsExpected => !double.IsNaN(Result.T) && Math.Abs(Result.T) >= WelchTest.Bound == Trial.IsControl;

    public double Median => Result.Median * Nanoseconds;

    public double Difference => Result.Difference * Nanoseconds;

    /// <summary>The smallest difference between the classes' means that exceeds the bound.</summary>
    public double Visible => Result.Visible * Nanoseconds;
}
