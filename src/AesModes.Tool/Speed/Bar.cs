namespace AesModes.Tool.Speed;

/// <summary>A share of the whole as a line of blocks.</summary>
internal static class Bar
{
    /// <summary>Of one, two, … eight eighths.</summary>
    private const string Eighths = "▏▎▍▌▋▊▉█";

    /// <param name="share">0 to 1; whatever is above 0 is seen.</param>
    /// <param name="width">Of the whole, in characters.</param>
    /// <param name="unicode">Whether the terminal has blocks; else '#' does, to whole characters.</param>
    public static string Draw(double share, int width, bool unicode)
    {
        int steps = unicode ? Eighths.Length : 1;
        int length = share > 0 ? Math.Max(1, (int)Math.Round(share * width * steps)) : 0;
        string whole = new(unicode ? Eighths[^1] : '#', length / steps);
        return length % steps == 0 ? whole : whole + Eighths[(length % steps) - 1];
    }
}
