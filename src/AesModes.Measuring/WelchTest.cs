namespace AesModes.Measuring;

/// <summary>
/// Tests whether two classes of times have the same mean, as dudect does (Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?", DATE 2017). It computes
/// Welch's t of all samples, of those below each of a hundred percentiles, which omits interruptions, and of the squared deviations from the class's mean.
/// </summary>
internal static class WelchTest
{
    /// <summary>Beyond this bound, the classes count as different. One t in 150,000 exceeds it by chance.</summary>
    public const double Bound = 4.5;

    private const int Croppings = 100;

    /// <summary>The minimum number of samples of each class: fewer say nothing about a mean.</summary>
    private const int LeastSamples = 5_000;

    /// <param name="samples">Twice the time plus the class, 0 or 1. The method sorts them.</param>
    public static WelchResult Compare(Span<long> samples)
    {
        samples.Sort();
        int count = samples.Length;
        double median = count == 0 ? 0 : samples[count / 2] >> 1;
        WelchResult worst = new(double.NaN, "too few samples", 0, double.PositiveInfinity, median);
        double visible = double.PositiveInfinity;

        // One for each class. Times are relative to the median, so that their squares keep precision.
        Moments[] moments = new Moments[2];
        int at = 0;
        foreach ((string name, int end) in Crop(samples))
        {
            for (; at < end; at++)
            {
                moments[samples[at] & 1].Add((samples[at] >> 1) - median);
            }

            if (2L * end >= count && moments[0].Count > 1 && moments[1].Count > 1)
            {
                visible = Math.Min(visible, Bound * Error(moments));
            }

            Consider(name, moments);
        }

        Moments[] squares = new Moments[2];
        foreach (long sample in samples)
        {
            double deviation = (sample >> 1) - median - moments[sample & 1].Mean;
            squares[sample & 1].Add(deviation * deviation);
        }

        Consider("squares", squares);
        return worst with { Visible = visible };

        void Consider(string name, Moments[] classes)
        {
            if (classes[0].Count < LeastSamples || classes[1].Count < LeastSamples)
            {
                return;
            }

            double difference = classes[1].Mean - classes[0].Mean;
            double t = difference == 0 ? 0 : difference / Error(classes);
            if (double.IsNaN(worst.T) || Math.Abs(t) >= Math.Abs(worst.T))
            {
                worst = new WelchResult(t, name, moments[1].Mean - moments[0].Mean, visible, median);
            }
        }
    }

    /// <summary>The standard error of the difference of the means.</summary>
    private static double Error(Moments[] classes) => Math.Sqrt(classes.Sum(one => one.Variance / one.Count));

    /// <summary>The number of samples, from the fastest on, that each cropping keeps. The last one keeps all.</summary>
    private static List<(string Name, int End)> Crop(ReadOnlySpan<long> sorted)
    {
        List<(string, int)> croppings = [];
        for (int i = 1; i <= Croppings && sorted.Length > 0; i++)
        {
            // As in dudect: the thresholds become denser towards the slowest.
            double share = 1 - Math.Pow(0.5, 10.0 * i / Croppings);
            long threshold = sorted[(int)(share * sorted.Length)] >> 1;
            int end = sorted.BinarySearch(new Below(2 * threshold));
            croppings.Add((FormattableString.Invariant($"fastest {100 * share:F1} %"), ~end));
        }

        croppings.Add(("all", sorted.Length));
        return croppings;
    }

    /// <summary>Finds the first sample that is not below the limit: no sample is equal, so BinarySearch returns the complement of its index.</summary>
    private readonly struct Below(long limit) : IComparable<long>
    {
        public int CompareTo(long other) => other < limit ? 1 : -1;
    }

    private struct Moments
    {
        private double _sum;
        private double _squares;

        public int Count { get; private set; }

        public readonly double Mean => _sum / Count;

        public readonly double Variance => (_squares - (_sum * Mean)) / (Count - 1);

        public void Add(double value)
        {
            Count++;
            _sum += value;
            _squares += value * value;
        }
    }
}

/// <summary>The largest absolute t of two classes. Times have the samples' unit.</summary>
/// <param name="T">The value of t; positive if class 1 takes longer.</param>
/// <param name="Cropping">The samples that gave it.</param>
/// <param name="Difference">The difference of these samples' means.</param>
/// <param name="Visible">The smallest difference that would have exceeded the bound, in the best cropping that keeps at least half of the samples.</param>
/// <param name="Median">The median of all samples.</param>
internal sealed record WelchResult(double T, string Cropping, double Difference, double Visible, double Median);
