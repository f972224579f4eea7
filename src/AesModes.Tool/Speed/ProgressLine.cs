using System.Globalization;

namespace AesModes.Tool.Speed;

/// <summary>
/// How far a measurement is, on the error stream where that is a terminal. It is written between rounds, once a second: a thread that turns
/// a spinner would be measured too.
/// </summary>
internal sealed class ProgressLine(TimeSpan whole) : IDisposable
{
    private string _text = "";

    public void Show(TimeSpan elapsed)
    {
        string text = string.Create(CultureInfo.InvariantCulture, $"Measuring: {elapsed.TotalSeconds:F0} of {whole.TotalSeconds:F0} s");
        if (!Console.IsErrorRedirected && text != _text)
        {
            _text = text;
            Console.Error.Write($"\r{text}");
        }
    }

    /// <summary>Leaves nothing of it behind.</summary>
    public void Dispose()
    {
        if (_text.Length > 0)
        {
            Console.Error.Write($"\r{new string(' ', _text.Length)}\r");
        }
    }
}
