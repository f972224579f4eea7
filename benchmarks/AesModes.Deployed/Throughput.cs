using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace AesModes.Deployed;

/// <summary>The shortest of many short batches: whatever else the machine does only adds to a batch.</summary>
internal static class Throughput
{
    private const int Batches = 12;
    private static readonly int[] _sizes = [16, 1024, 65536];
    private static readonly TimeSpan _batch = TimeSpan.FromMilliseconds(2);

    // The JIT compiles what was called often anew, in the background; it starts 100 ms after the last first call.
    private static readonly TimeSpan _warmUp = RuntimeFeature.IsDynamicCodeCompiled ? TimeSpan.FromMilliseconds(250) : TimeSpan.FromMilliseconds(10);

    public static void Run()
    {
        (string Name, int Size, Mode Mode)[] rows = [.. Modes.Names.SelectMany(name => _sizes, (name, size) => (name, size, Modes.Find(name)(size)))];
        double[] best = new double[rows.Length];
        int[] counts = new int[rows.Length];
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < _warmUp)
        {
            for (int i = 0; i < rows.Length; i++)
            {
                _ = Time(rows[i].Mode, 5);
            }
        }

        for (int i = 0; i < rows.Length; i++)
        {
            int count = 1;
            while (Time(rows[i].Mode, count) < _batch)
            {
                count *= 2;
            }

            counts[i] = count;
            best[i] = double.MaxValue;
        }

        for (int batch = 0; batch < Batches; batch++)
        {
            for (int i = 0; i < rows.Length; i++)
            {
                best[i] = Math.Min(best[i], Time(rows[i].Mode, counts[i]).TotalNanoseconds / counts[i]);
            }
        }

        for (int i = 0; i < rows.Length; i++)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{rows[i].Name} {rows[i].Size} {best[i]:F2}"));
            rows[i].Mode.Dispose();
        }
    }

    private static TimeSpan Time(Mode mode, int count)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < count; i++)
        {
            mode.Encrypt();
        }

        return Stopwatch.GetElapsedTime(start);
    }
}
