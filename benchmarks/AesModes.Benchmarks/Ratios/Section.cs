namespace AesModes.Benchmarks.Ratios;

/// <summary>A measured part of a document.</summary>
/// <param name="Name">Between which comments it stands.</param>
/// <param name="CreateMarkdown">What stands there, without the lines on machine and date.</param>
internal sealed record Section(string Name, Func<ModeResults, string> CreateMarkdown)
{
    private const string BriefPrefix = "readme-";

    /// <summary>A part of the README: machine and date in one line below it.</summary>
    public static Section Brief(ModeRatios mode, Func<ModeResults, string> createMarkdown) => new(BriefPrefix + mode.Name, createMarkdown);

    public static bool IsBrief(string name) => name.StartsWith(BriefPrefix, StringComparison.Ordinal);
}
