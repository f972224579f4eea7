namespace AesModes.Modes;

/// <summary>A new file, which Dispose deletes unless <see cref="Keep"/> was called.</summary>
internal sealed class NewFile : IDisposable
{
    private readonly string _path;
    private bool _isKept;

    /// <param name="path">The path, where no file exists.</param>
    /// <param name="size">The room to reserve, in bytes. Writes then hold Linux's lock of the file for a shorter time.</param>
    /// <exception cref="IOException">The file exists, or the disk does not have enough room.</exception>
    public NewFile(string path, long size)
    {
        _path = path;
        Stream = new FileStream(
            path, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = FileShare.None, BufferSize = 0, PreallocationSize = size });
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
            // The earlier failure is the one to report.
        }
    }
}
