namespace AesModes.Measuring;

/// <summary>One number a round: times, or speeds.</summary>
internal sealed class Samples
{
    private readonly List<double> _values = [];

    public IReadOnlyList<double> Values => _values;

    public double Smallest => _values.Min();

    public double Largest => _values.Max();

    public double Mean => _values.Average();

    public double Median => MedianOf(_values);

    public void Add(double value) => _values.Add(value);

    /// <summary>The median of what this is in each round as a multiple of the other: what moved both of them in a round cancels.</summary>
    public double MedianRatioTo(Samples other) => MedianOf(_values.Zip(other._values, (mine, theirs) => mine / theirs));

    private static double MedianOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
