using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Components.Forms;

namespace AesModes.Samples.Browser;

/// <summary>Seals and opens with a key of the page.</summary>
public sealed partial class App : IDisposable
{
    private const int KeySize = 32;
    private const int MaxFileSize = 4 << 20;
    private const string Suffix = ".sealed";

    // Associated data: a sealed file does not open as a text.
    private static readonly byte[] _textPurpose = "sample, text"u8.ToArray();
    private static readonly byte[] _filePurpose = "sample, file"u8.ToArray();

    private readonly List<Speed> _speeds = [];
    private byte[] _key = RandomNumberGenerator.GetBytes(KeySize);
    private string _plaintext = "attack at dawn";
    private string _sealed = string.Empty;
    private Outcome _textResult = Outcome.None;
    private Outcome _fileResult = Outcome.None;
    private Download? _download;
    private bool _measuring;

    public void Dispose() => CryptographicOperations.ZeroMemory(_key);

    private void MakeKey()
    {
        CryptographicOperations.ZeroMemory(_key);
        _key = RandomNumberGenerator.GetBytes(KeySize);
        _textResult = _fileResult = Outcome.None;
        _download = null;
    }

    private void SealText()
    {
        using AesGcmSiv siv = new(_key);
        _sealed = Convert.ToBase64String(siv.Seal(Encoding.UTF8.GetBytes(_plaintext), _textPurpose));
        _textResult = Outcome.None;
    }

    private void OpenText()
    {
        try
        {
            using AesGcmSiv siv = new(_key);
            byte[] plaintext = siv.Open(Convert.FromBase64String(_sealed), _textPurpose);
            _textResult = new Outcome("good", $"Opened: {Encoding.UTF8.GetString(plaintext)}");
        }
        catch (Exception e) when (e is FormatException or ArgumentException or CryptographicException)
        {
            _textResult = Outcome.Refused;
        }
    }

    private Task SealFile(InputFileChangeEventArgs change) =>
        ConvertFile(change, name => name + Suffix, "Sealed", (siv, bytes) => siv.Seal(bytes, _filePurpose));

    private Task OpenFile(InputFileChangeEventArgs change) =>
        ConvertFile(
            change,
            name => name.EndsWith(Suffix, StringComparison.Ordinal) ? name[..^Suffix.Length] : $"{name}.opened",
            "Opened",
            (siv, bytes) => siv.Open(bytes, _filePurpose));

    private async Task ConvertFile(
        InputFileChangeEventArgs change, Func<string, string> rename, string done, Func<AesGcmSiv, byte[], byte[]> convert)
    {
        _download = null;
        try
        {
            using MemoryStream content = new();
            await using (Stream stream = change.File.OpenReadStream(MaxFileSize))
            {
                await stream.CopyToAsync(content);
            }

            using AesGcmSiv siv = new(_key);
            byte[] converted = convert(siv, content.ToArray());
            _download = new Download(rename(change.File.Name), $"data:application/octet-stream;base64,{Convert.ToBase64String(converted)}");
            _fileResult = new Outcome("good", $"{done}: {change.File.Name}, {content.Length:N0} bytes to {converted.Length:N0}.");
        }
        catch (Exception e) when (e is ArgumentException or CryptographicException)
        {
            _fileResult = Outcome.Refused;
        }
        catch (IOException e)
        {
            _fileResult = new Outcome("refused", e.Message);
        }
    }

    private async Task Measure()
    {
        _measuring = true;
        _speeds.Clear();
        foreach (SpeedTrial trial in SpeedTrial.All)
        {
            // Lets the browser draw: all this is one thread.
            await Task.Delay(1);
            _speeds.Add(trial.Run());
            StateHasChanged();
        }

        _measuring = false;
    }

    private sealed record Outcome(string Class, string Text)
    {
        public static Outcome None { get; } = new(string.Empty, string.Empty);

        public static Outcome Refused { get; } = new("refused", "Refused: not sealed with this key, or changed since.");
    }

    private sealed record Download(string Name, string Address);
}
