using System.Globalization;

namespace AesModes.BrowserDriver;

/// <summary>All vectors in the page, and the outputs that every platform must have.</summary>
internal static class TestPageCheck
{
    public static async Task RunAsync(Chromium chromium, string folder, string expectedOutputs, Tally tally)
    {
        await using StaticServer server = await StaticServer.StartAsync(folder);
        string[] files = [.. Directory.GetFiles(Path.Combine(folder, "vectors"), "*.json").Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        (int exitCode, IReadOnlyList<string> output, IReadOnlyList<string> errors) =
            await chromium.RunAsync(server.Address, ["vectors", new Uri(server.Address, "vectors/").ToString(), .. files]);
        Print(errors);
        HashSet<string> counted = [];
        foreach (string[] words in output.Select(line => line.Split(' ', 6)).Where(words => words is ["vectors", _, _, _, _, _]))
        {
            int[] counts = [.. words[2..5].Select(word => int.Parse(word, CultureInfo.InvariantCulture))];
            Console.WriteLine($"{counts[0],6} passed {counts[1],4} failed {counts[2],4} not run  {words[1]}, {words[5]}");
            tally.Add(counts[0], counts[1], counts[2]);
            if (counts[0] > 0)
            {
                counted.Add(words[1]);
            }
        }

        tally.Check(exitCode == 0 && errors.Count == 0, $"the page with the vectors ends without an error (exit code {exitCode})");
        tally.Check(files.Length > 0 && counted.SetEquals(files), $"each of {files.Length} files of vectors has vectors that passed");

        (exitCode, output, errors) = await chromium.RunAsync(server.Address, "agreement");
        Print(errors);
        string[] expected = await File.ReadAllLinesAsync(expectedOutputs);
        string[] different = [.. expected.Except(output).Select(line => $"expected: {line}"), .. output.Except(expected).Select(line => $"in the page: {line}")];
        Print(different);
        tally.Check(
            exitCode == 0 && errors.Count == 0 && expected.Length > 0 && expected.SequenceEqual(output),
            $"the page's outputs are those of tests/AesModes.Agreement here: {expected.LastOrDefault()}");
    }

    private static void Print(IReadOnlyList<string> lines) => Console.Write(string.Concat(lines.Select(line => line + Environment.NewLine)));
}

/// <summary>Counts and prints what held and what did not.</summary>
internal sealed class Tally
{
    public int Passed { get; private set; }

    public int Failed { get; private set; }

    public int NotRun { get; private set; }

    public void Check(bool held, string what)
    {
        Console.WriteLine($"{(held ? "held" : "FAILED")}: {what}");
        Add(held ? 1 : 0, held ? 0 : 1, 0);
    }

    public void Add(int passed, int failed, int notRun)
    {
        Passed += passed;
        Failed += failed;
        NotRun += notRun;
    }

    public Task WriteAsync(string path) => File.WriteAllTextAsync(
        path, string.Create(CultureInfo.InvariantCulture, $"{{ \"passed\": {Passed}, \"failed\": {Failed}, \"notRun\": {NotRun} }}\n"));
}
