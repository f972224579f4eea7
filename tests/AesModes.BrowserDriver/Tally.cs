using System.Globalization;

namespace AesModes.BrowserDriver;

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
