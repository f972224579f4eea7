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

    /// <summary>Fewer samples, of both classes together, where the time is over before.</summary>
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

    /// <summary>A sample is twice the ticks, plus the class.</summary>
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
                throw new InvalidOperationException($"{trial}: it did not do what it is timed for.");
            }
        }

        GC.KeepAlive(youngest);
    }
}

/// <summary>What came of a trial: the statistics in ticks of a sample, which has some calls; nanoseconds are a tick, for one call.</summary>
internal sealed record Outcome(Trial Trial, int Samples, int Repeats, WelchResult Result, double Nanoseconds)
{
    /// <summary>Too few samples are no result of either kind.</summary>
    public bool IsAsExpected => !double.IsNaN(Result.T) && Math.Abs(Result.T) >= WelchTest.Bound == Trial.IsControl;

    public double Median => Result.Median * Nanoseconds;

    public double Difference => Result.Difference * Nanoseconds;

    /// <summary>From this difference of the classes' means on, the bound is exceeded.</summary>
    public double Visible => Result.Visible * Nanoseconds;
}
