using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AesModes.Against;

/// <summary>A call of both libraries. Each delegate makes so many calls.</summary>
internal sealed record Row(string Name, int Bytes, Action<int> Old, Action<int> New)
{
    /// <summary>Nanoseconds of a call in the best round of each, and the median of the speeds of all rounds.</summary>
    public (double Old, double New, double Speed) Compare(int rounds)
    {
        int calls = Math.Max(1, 200_000 / (Bytes + 400));

        // Until the JIT has optimised the callers.
        for (int i = 0; i < 100; i++)
        {
            Old(calls);
            New(calls);
            if (i is 10 or 30 or 60)
            {
                Thread.Sleep(30);
            }
        }

        double bestOld = double.MaxValue;
        double bestNew = double.MaxValue;
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++)
        {
            double first = Time(i % 2 == 0 ? Old : New, calls);
            double second = Time(i % 2 == 0 ? New : Old, calls);
            (double before, double after) = i % 2 == 0 ? (first, second) : (second, first);
            bestOld = Math.Min(bestOld, before);
            bestNew = Math.Min(bestNew, after);
            ratios[i] = before / after;
        }

        return (bestOld, bestNew, ratios.Order().ElementAt(rounds / 2));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Time(Action<int> calls, int count)
    {
        long begin = Stopwatch.GetTimestamp();
        calls(count);
        return Stopwatch.GetElapsedTime(begin).TotalNanoseconds / count;
    }
}
