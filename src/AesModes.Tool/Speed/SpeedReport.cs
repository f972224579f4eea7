using System.Globalization;
using Spectre.Console;

namespace AesModes.Tool.Speed;

/// <summary>Prints a run for people: a table for each size, with bars on a terminal.</summary>
internal static class SpeedReport
{
    private static readonly string[] _headings = ["mode", "", "backend", ">ns", ">MB/s", ">cycles/B", ">× native", ">of limit"];

    public static void Print(SpeedResult result)
    {
        SpeedMachine machine = result.Machine;
        Report.Line(machine.Processor);
        Report.Line(machine.Speeds);
        Report.Line($"{machine.Runtime} on {machine.System}{(machine.Switches.Length == 0 ? "" : $"; {machine.Switches}")}");
        Report.Line(string.Join("; ", result.Rows.Select(row => (row.Algorithm, row.KeySize)).Distinct()
            .GroupBy(key => key.KeySize, key => key.Algorithm).Select(group => $"{string.Join(", ", group)}: keys of {group.Key} bits")));

        // On a terminal, the table has 99 columns, even with longer figures.
        int longest = result.Rows.Max(row => Nanoseconds(row.BestNanoseconds).Length);
        int barWidth = Console.IsOutputRedirected ? 0 : Math.Clamp(19 - longest, 4, 10);
        foreach (IGrouping<int, SpeedRow> size in result.Rows.GroupBy(row => row.Bytes))
        {
            double fastest = size.Max(row => row.MegabytesPerSecond);
            Report.Line();
            Report.Line(string.Create(CultureInfo.InvariantCulture, $"{size.Key:N0} {(size.Key == 1 ? "byte" : "bytes")}"));
            Report.Table(
                [.. _headings, .. barWidth == 0 ? Array.Empty<string>() : [""]],
                [.. size.Select(row => CreateCells(row, fastest, barWidth))]);
        }

        Report.Line();
        Report.Line($"The best of {result.Rounds} rounds. × native: times as fast as this platform's AES-GCM.");
        Report.Line("of limit: the least time for the message's AES and multiply instructions, as a share of ns.");
        foreach (string doubt in result.Doubts)
        {
            Report.Line($"Doubt: {doubt}");
        }
    }

    /// <summary>The fastest row has the full bar. With a width of 0 there is no bar.</summary>
    public static string[] CreateCells(SpeedRow row, double fastest, int barWidth) =>
    [
        row.Algorithm,
        row.Direction,
        row.Backend,
        Nanoseconds(row.BestNanoseconds),
        Text(row.MegabytesPerSecond, row.MegabytesPerSecond < 100 ? "F1" : "N0"),
        Text(row.CyclesPerByte, row.CyclesPerByte < 100 ? "F2" : "N0"),
        Text(row.AgainstNative, row.AgainstNative < 100 ? "F2" : "N0"),
        Text(row.ShareOfLimit, "P0"),
        .. barWidth == 0 ? Array.Empty<string>() : [Bar.Draw(row.MegabytesPerSecond / fastest, barWidth, AnsiConsole.Profile.Capabilities.Unicode)],
    ];

    private static string Nanoseconds(double value) => Text(value, value < 1000 ? "F1" : "N0");

    private static string Text(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "-";
}

internal static class Bar
{
    /// <summary>Blocks of one, two, … eight eighths.</summary>
    private const string Eighths = "▏▎▍▌▋▊▉█";

    /// <summary>Draws a share from 0 to 1. Any share above 0 is visible. A terminal without block characters gets whole '#'.</summary>
    public static string Draw(double share, int width, bool unicode)
    {
        int steps = unicode ? Eighths.Length : 1;
        int length = share > 0 ? Math.Max(1, (int)Math.Round(share * width * steps)) : 0;
        string whole = new(unicode ? Eighths[^1] : '#', length / steps);
        return length % steps == 0 ? whole : whole + Eighths[(length % steps) - 1];
    }
}
