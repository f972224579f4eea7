namespace AesModes.Tool.Files;

/// <summary>
/// A file that is there when all of it is written, and not at all before: it grows under another name beside its own, and is renamed at
/// the end. Without <see cref="Commit"/> nothing is left of it.
/// </summary>
internal sealed class OutputFile(string path, string temporaryPath, bool overwrite, FileStreamOptions options) : IDisposable
{
    private bool _isCommitted;

    public FileStream Stream { get; } = new(temporaryPath, options);

    /// <summary>With ownerOnly nobody else may read it from the first byte on; else it has the user's usual permissions, as on Windows always.</summary>
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

        return new OutputFile(path, temporaryPath, overwrite, options);
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
            File.Move(temporaryPath, path, overwrite);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Windows names no file, and calls a file that another program has open "denied".
            string hint = OperatingSystem.IsWindows() && File.Exists(path) ? " Another program may have it open." : string.Empty;
            throw new CommandFailure($"{path} could not be written: {e.Message}{hint}");
        }

        _isCommitted = true;
    }

    public void Dispose()
    {
        Stream.Dispose();
        if (!_isCommitted)
        {
            File.Delete(temporaryPath);
        }
    }
}
