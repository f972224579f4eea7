using AesModes.Tool.Common;

namespace AesModes.Tool.Files;

/// <summary>
/// A file that is there when all of it is written, and not at all before: it grows under another name beside its own, and is renamed at
/// the end. Without <see cref="Commit"/> nothing is left of it.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly string _path;
    private readonly string _temporaryPath;
    private readonly bool _overwrite;
    private bool _isCommitted;

    private OutputFile(string path, string temporaryPath, bool overwrite, FileStream stream)
    {
        _path = path;
        _temporaryPath = temporaryPath;
        _overwrite = overwrite;
        Stream = stream;
    }

    public FileStream Stream { get; }

    /// <param name="path">Its name at the end.</param>
    /// <param name="overwrite">Whether there may be a file of that name, which is then replaced.</param>
    /// <param name="ownerOnly">From the first byte on nobody else may read it; else the user's usual permissions. Not on Windows.</param>
    /// <exception cref="CommandFailure">There is such a file.</exception>
    public static OutputFile Create(string path, bool overwrite, bool ownerOnly)
    {
        CheckFree(path, overwrite);
        string folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (!Directory.Exists(folder))
        {
            throw new CommandFailure($"There is no folder {folder}.");
        }

        string temporaryPath = $"{path}.{Path.GetRandomFileName()}.tmp";
        FileStreamOptions options = new()
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,

            // What is written comes in large pieces, and a buffer would keep some of it.
            BufferSize = 0,
        };
        if (ownerOnly && !OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new OutputFile(path, temporaryPath, overwrite, new FileStream(temporaryPath, options));
    }

    /// <exception cref="CommandFailure">
    /// There is a file of that name, and it is not to be replaced; or a folder; or a file that Windows protects from changes.
    /// </exception>
    public static void CheckFree(string path, bool overwrite)
    {
        if (Directory.Exists(path))
        {
            throw new CommandFailure($"{path} is a folder.");
        }

        if (File.Exists(path) && !overwrite)
        {
            throw new CommandFailure($"{path} exists; --force replaces it.");
        }

        // Windows itself refuses only when the work is done, and does not say why.
        if (OperatingSystem.IsWindows() && File.Exists(path) && File.GetAttributes(path).HasFlag(FileAttributes.ReadOnly))
        {
            throw new CommandFailure($"{path} is read-only.");
        }
    }

    /// <summary>To be called when all is written, and the input is closed, as that may be the file to be replaced.</summary>
    /// <exception cref="CommandFailure">The file could not take its name. What has that name is unchanged.</exception>
    public void Commit()
    {
        Stream.Flush(flushToDisk: true);
        Stream.Dispose();
        try
        {
            File.Move(_temporaryPath, _path, _overwrite);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Windows names no file, and calls a file that another program has open "denied".
            string hint = OperatingSystem.IsWindows() && File.Exists(_path) ? " Another program may have it open." : string.Empty;
            throw new CommandFailure($"{_path} could not be written: {e.Message}{hint}");
        }

        _isCommitted = true;
    }

    public void Dispose()
    {
        Stream.Dispose();
        if (!_isCommitted)
        {
            File.Delete(_temporaryPath);
        }
    }
}
