using System.Text.Encodings.Web;
using System.Text.Json;
using Spectre.Console;

namespace AesModes.Tool.Common;

/// <summary>A command's output: lines, JSON, or tables, which are drawn on a terminal and aligned with spaces in a pipe.</summary>
internal static class Report
{
    private static readonly JsonSerializerOptions _jsonOptions = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,

        // JSON is UTF-8. Windows' standard output has another encoding, which has only ASCII in common.
        Encoder = OperatingSystem.IsWindows() ? JavaScriptEncoder.Default : JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static void Line(string text = "") => Console.WriteLine(text);

    /// <summary>Prints JSON for programs, or calls <paramref name="print"/> for people.</summary>
    public static void Print<T>(T value, bool json, Action<T> print)
    {
        if (json)
        {
            Json(value);
        }
        else
        {
            print(value);
        }
    }

    public static void Json<T>(T value) => Console.WriteLine(JsonSerializer.Serialize(value, _jsonOptions));

    /// <summary>A heading that begins with ">" makes its column right-aligned.</summary>
    public static void Table(string[] headings, IReadOnlyList<string[]> rows)
    {
        if (Console.IsOutputRedirected)
        {
            WriteAligned(headings, rows);
            return;
        }

        Table table = new() { Border = TableBorder.Rounded };
        foreach (string heading in headings)
        {
            TableColumn column = new(Markup.Escape(heading.TrimStart('>')));
            _ = table.AddColumn(heading.StartsWith('>') ? column.RightAligned() : column);
        }

        foreach (string[] row in rows)
        {
            _ = table.AddRow([.. row.Select(cell => new Text(cell))]);
        }

        AnsiConsole.Write(table);
    }

    private static void WriteAligned(string[] headings, IReadOnlyList<string[]> rows)
    {
        string[][] lines = [[.. headings.Select(heading => heading.TrimStart('>'))], .. rows];
        int[] widths = [.. headings.Select((_, column) => lines.Max(line => line[column].Length))];
        foreach (string[] line in lines)
        {
            IEnumerable<string> cells = line.Select((cell, i) => headings[i].StartsWith('>') ? cell.PadLeft(widths[i]) : cell.PadRight(widths[i]));
            Console.WriteLine(string.Join("  ", cells).TrimEnd());
        }
    }
}
