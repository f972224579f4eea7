namespace AesModes.Benchmarks.Ratios;

/// <summary>A measured part of a document.</summary>
/// <param name="Name">Between which comments it stands.</param>
/// <param name="CreateMarkdown">What stands there, without the lines on machine and date.</param>
internal sealed record Section(string Name, Func<ModeResults, string> CreateMarkdown);
