using System.Diagnostics.CodeAnalysis;

namespace AesModes.Modes;

/// <summary>An output stream that can be truncated to the position where writing began, if it can seek.</summary>
internal struct RevocableOutput(Stream stream)
{
    private readonly long _start = stream.CanSeek ? stream.Position : 0;
    private bool _written;

    // The array overload: Stream's own span overload, which some streams do not override, copies the data to a pooled array and leaves it there.
    public void Write(byte[] text, int count)
    {
        _written = true;
        stream.Write(text, 0, count);
    }

    /// <summary>Removes what was written, if the stream supports that.</summary>
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
