using System.Text;

namespace AesModes.Benchmarks;

/// <summary>Rows of text, to be printed in columns or as Markdown. The first column is flush left, the others right.</summary>
internal sealed class Table(params string[] header)
{
    private readonly List<string[]> _rows = [];

    public void Add(params string[] cells) => _rows.Add(cells);

    public string ToText()
    {
        int[] widths = [.. header.Select((name, i) => _rows.Select(row => row[i].Length).Append(name.Length).Max())];
        StringBuilder text = new();
        foreach (string[] row in _rows.Prepend(header))
        {
            for (int i = 0; i < row.Length; i++)
            {
                _ = text.Append(i == 0 ? row[i].PadRight(widths[i]) : "  " + row[i].PadLeft(widths[i]));
            }

            _ = text.AppendLine();
        }

        return text.ToString();
    }

    public string ToMarkdown()
    {
        StringBuilder text = new();
        Append(text, header);
        Append(text, [.. header.Select((_, i) => i == 0 ? "---" : "---:")]);
        _rows.ForEach(row => Append(text, row));
        return text.ToString();
    }

    private static void Append(StringBuilder text, string[] cells) =>
        text.Append("| ").AppendJoin(" | ", cells.Select(Escape)).Append(" |\n");

    private static string Escape(string cell) => cell.Replace("|", "\\|", StringComparison.Ordinal);
}
