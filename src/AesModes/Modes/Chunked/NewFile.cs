namespace AesModes.Modes;

/// <summary>A file that is deleted again unless <see cref="Keep"/> was called.</summary>
internal sealed class NewFile : IDisposable
{
    private readonly string _path;
    private bool _isKept;

    /// <param name="path">Where no file is.</param>
    /// <param name="size">The room to set aside, in bytes. Writes then hold Linux's lock of the file for a shorter time.</param>
    /// <exception cref="IOException">The file exists, or the disk does not have that room.</exception>
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
            // The failure to report is the one that came before.
        }
    }
}
