namespace AesModes.Modes;

/// <summary>A file that is deleted again unless <see cref="Keep"/> was called.</summary>
internal sealed class NewFile : IDisposable
{
    private readonly string _path;
    private bool _isKept;

    /// <exception cref="IOException">The file exists.</exception>
    public NewFile(string path)
    {
        _path = path;
        Stream = new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, bufferSize: 0);
    }

    public FileStream Stream { get; }

    public void Keep() => _isKept = true;

    public void Dispose()
    {
        Stream.Dispose();
        if (_isKept)
        {
            return;
        }

        try
        {
            File.Delete(_path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The failure to report is the one that came before.
        }
    }
}
