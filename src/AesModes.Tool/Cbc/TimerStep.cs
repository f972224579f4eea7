using System.Diagnostics;

namespace AesModes.Tool.Cbc;

/// <summary>What the stopwatch adds to a time or hides of it.</summary>
internal static class TimerStep
{
    private const int Readings = 1000;

    /// <summary>In a time of less than so many steps, they are more than a twentieth.</summary>
    private const double StepsThatHideOne = 20;

    /// <summary>In microseconds: the shortest time that is not zero between two readings, be it the clock's unit or what a reading takes.</summary>
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

        return Timings.ToMicroseconds(shortest);
    }

    public static bool Dominates(double step, double shortestCall) => shortestCall < StepsThatHideOne * step;
}
