using System.Diagnostics;

namespace AesModes.Tool.Cbc;

/// <summary>How long the calls of one kind took, in microseconds.</summary>
internal sealed class Timings
{
    private int _count;
    private double _sum;

    public double Average => _sum / _count;

    public double Best { get; private set; } = double.MaxValue;

    public double Worst { get; private set; }

    /// <summary>In <see cref="Stopwatch"/>'s own ticks, as a TimeSpan knows steps of 100 ns only.</summary>
    public void Add(long ticks)
    {
        double microseconds = ToMicroseconds(ticks);
        _count++;
        _sum += microseconds;
        Best = Math.Min(Best, microseconds);
        Worst = Math.Max(Worst, microseconds);
    }

    public static double ToMicroseconds(long ticks) => ticks * (1e6 / Stopwatch.Frequency);
}
