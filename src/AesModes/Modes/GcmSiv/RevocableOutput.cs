using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>A stream that is written from its position on and can be set back to it, as long as it can seek.</summary>
internal struct RevocableOutput(Stream stream)
{
    private readonly long _start = stream.CanSeek ? stream.Position : 0;
    private bool _written;

    // The array overload: Stream's own span overload, which not every stream replaces, copies the text into the shared array pool and
    // leaves it there.
    public void Write(byte[] text, int count)
    {
        _written = true;
        stream.Write(text, 0, count);
    }

    /// <summary>Removes what was written, where the stream lets itself be cut.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Called on a failure, and that failure is the one to report, whatever this stream throws.")]
    public readonly void TakeBack()
    {
        try
        {
            if (_written && stream.CanSeek)
            {
                stream.SetLength(_start);
                stream.Position = _start;
            }
        }
        catch (Exception)
        {
        }
    }
}
