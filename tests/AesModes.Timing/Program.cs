using System.CommandLine;
using AesModes.Backends;
using AesModes.Benchmarks;
using AesModes.Timing;

Option<int> samples = new("--samples") { Description = "How many for each trial, of both classes together.", DefaultValueFactory = _ => 1_000_000 };
Option<int> size = new("--size") { Description = "Of the plaintext, in bytes.", DefaultValueFactory = _ => 64 };
Option<int> seconds = new("--seconds") { Description = "How long at most; what that leaves without its samples fails.", DefaultValueFactory = _ => 3600 };
Option<string> filter = new("--filter") { Description = "Only trials whose line contains this.", DefaultValueFactory = _ => "" };
Option<string?> update = new("--update") { Description = "The document whose section 'timing' to write." };
RootCommand root = new("Times every public call on every backend with inputs of two classes: see docs/constant-time.md, \"By the clock\".")
{
    samples,
    size,
    seconds,
    filter,
    update,
};
root.SetAction(result =>
{
    string? document = result.GetValue(update);
    if (document is not null && !(File.Exists(document) && Document.Has(document, Report.Section)))
    {
        Console.Error.WriteLine($"{document} is no document with a section {Report.Section}.");
        return 2;
    }

    Report report = new(result.GetValue(samples), result.GetValue(size), string.Join(' ', args.Prepend("tests/timing")));
    report.Run(Backend.All.Where(b => b.IsSupported), result.GetValue(filter)!, TimeSpan.FromSeconds(result.GetValue(seconds)));
    if (document is not null)
    {
        Document.Update(document, Report.Section, report.ToMarkdown());
    }

    return report.IsAsExpected ? 0 : 1;
});
return await root.Parse(args).InvokeAsync();
