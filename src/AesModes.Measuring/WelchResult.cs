namespace AesModes.Measuring;

/// <summary>The largest t of two classes, in its absolute value; in the times' unit.</summary>
/// <param name="T">Positive where class 1 takes longer.</param>
/// <param name="Cropping">Of which samples.</param>
/// <param name="Difference">Of the means of those.</param>
/// <param name="Visible">The least difference of the means that would have exceeded the bound, in the cropping that shows the least and keeps half of the samples or more.</param>
/// <param name="Median">Of all samples.</param>
internal sealed record WelchResult(double T, string Cropping, double Difference, double Visible, double Median);
