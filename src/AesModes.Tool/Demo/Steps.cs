using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>What the demo prints line by line.</summary>
internal static class Steps
{
    public static void Time(string what, long bytes, Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {what} in {seconds * 1000:N0} ms, {bytes / seconds / 1e6:N0} MB/s, files included"));
    }

    public static bool Report(string what, bool held)
    {
        AnsiConsole.WriteLine($"  {(held ? "yes" : "NO")}: {what}");
        return held;
    }

    public static bool AreEqual(string first, string second)
    {
        using FileStream one = File.OpenRead(first);
        using FileStream two = File.OpenRead(second);
        return one.Length == two.Length && SHA256.HashData(one).AsSpan().SequenceEqual(SHA256.HashData(two));
    }
}
