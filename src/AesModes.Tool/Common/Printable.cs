using System.Globalization;
using System.Text;

namespace AesModes.Tool.Common;

/// <summary>Makes external text, such as a file's name or content, safe to print on a terminal.</summary>
internal static class Printable
{
    /// <summary>Replaces characters that control a terminal or change its writing direction, and omits the middle of a longer text.</summary>
    public static string Of(string text, int most = 300)
    {
        string bounded = text.Length <= most ? text : $"{text.AsSpan(0, most / 2)}…{text.AsSpan(text.Length - (most / 2))}";
        StringBuilder printable = new(bounded.Length);
        foreach (Rune rune in bounded.EnumerateRunes())
        {
            bool acts = Rune.GetUnicodeCategory(rune)
                is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
            printable.Append(acts ? "?" : rune.ToString());
        }

        return printable.ToString();
    }
}
