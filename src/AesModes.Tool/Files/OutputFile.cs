using System.Runtime.InteropServices;

namespace AesModes.Tool.Files;

/// <summary>
/// A file that exists only when it is complete. While it grows, it has no name (Linux, if the file system supports that), or another name in the same folder. At the
/// end, it takes its name. Without <see cref="Commit"/>, or after a cancellation, nothing of it remains.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly Lock _gate = new();
    private readonly FileSystem _system;
    private readonly string _path;
    private readonly bool _overwrite;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _registration;

    /// <summary>Null while the file has no name, and when it has its final one.</summary>
    private string? _temporaryPath;

    private OutputFile(string path, bool overwrite, bool ownerOnly, FileSystem system, CancellationToken cancellation)
    {
        (_path, _overwrite, _cancellation, _system) = (path, overwrite, cancellation, system);
        try
        {
            (Stream, _temporaryPath) = TemporaryFile.Create(FolderOf(path), ownerOnly, system);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailure($"{path} could not be written: {e.Message}");
        }

        // Runs at once, on the thread that received the signal, because the writing thread may be in a long call.
        _registration = cancellation.Register(RemoveAtOnce);
    }

    public FileStream Stream { get; }

    /// <summary>With <paramref name="ownerOnly"/>, no other user may read the file, from its first byte on. Otherwise, and always on Windows, it has the user's default permissions.</summary>
    public static OutputFile Create(string path, bool overwrite, bool ownerOnly, CancellationToken cancellation, FileSystem? system = null)
    {
        CheckFree(path, overwrite);
        string folder = FolderOf(path);
        return Directory.Exists(folder)
            ? new OutputFile(path, overwrite, ownerOnly, system ?? FileSystem.Real, cancellation)
            : throw new CommandFailure($"There is no folder {folder}.");
    }

    /// <exception cref="CommandFailure">The name belongs to a file that must not be replaced, to something that is not a file, or to a file that Windows protects from changes.</exception>
    public static void CheckFree(string path, bool overwrite)
    {
        if (Directory.Exists(path))
        {
            throw new CommandFailure($"{path} is a folder.");
        }

        // Includes a link to nowhere. Otherwise, the link might be lost, or its target replaced by surprise.
        if (new FileInfo(path).LinkTarget is not null)
        {
            throw new CommandFailure($"{path} is a symbolic link, and is not replaced. Name the file itself.");
        }

        FileStatus? status = FileStatus.Of(path, followLinks: false);
        if (status is { Kind: FileKind.Device })
        {
            throw new CommandFailure($"{path} is a device or a pipe, not a file, and is not replaced.");
        }

        if (File.Exists(path) && !overwrite)
        {
            throw new CommandFailure($"{path} exists; --force replaces it.");
        }

        // It might be a device, or the key file.
        if (status is null && File.Exists(path) && !OperatingSystem.IsWindows())
        {
            throw new CommandFailure($"{path} is not replaced: the system does not say what kind of file it is.");
        }

        // Windows itself refuses only after all the work, and does not say why.
        if (OperatingSystem.IsWindows() && File.Exists(path) && File.GetAttributes(path).HasFlag(FileAttributes.ReadOnly))
        {
            throw new CommandFailure($"{path} is read-only.");
        }
    }

    /// <summary>Gives the complete file its name. The input must be closed, because it may be the file to replace.</summary>
    /// <exception cref="CommandFailure">The file could not take its name. A file of that name is unchanged.</exception>
    /// <exception cref="OperationCanceledException">A signal came first.</exception>
    public void Commit()
    {
        Stream.Flush(flushToDisk: true);
        lock (_gate)
        {
            _cancellation.ThrowIfCancellationRequested();
            try
            {
                TakeName();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Windows' message does not name the file, and reports a file that another program has open as "denied".
                string hint = OperatingSystem.IsWindows() && File.Exists(_path) ? " Another program may have it open." : string.Empty;
                throw new CommandFailure($"{_path} could not be written: {e.Message}{hint}");
            }
        }
    }

    public void Dispose()
    {
        _registration.Dispose();
        Stream.Dispose();
        RemoveTemporary();
    }

    private static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(path))!;

    /// <summary>One step: a file of that name is replaced as a whole, or not changed.</summary>
    private void TakeName()
    {
        if (_overwrite)
        {
            ReplaceOrTakeName();
        }
        else if (_temporaryPath is null)
        {
            Check(_system.Name(Stream.SafeFileHandle, _path));
        }
        else if (OperatingSystem.IsWindows())
        {
            Stream.Dispose();
            _system.MoveToFree(_temporaryPath, _path);
            _temporaryPath = null;
        }
        else
        {
            TakeFreeName(_temporaryPath);
            _temporaryPath = null;
        }
    }

    private void ReplaceOrTakeName()
    {
        if (!Directory.Exists(_path))
        {
            CheckFree(_path, overwrite: true);
        }

        if (_temporaryPath is null)
        {
            int error = _system.Name(Stream.SafeFileHandle, _path);
            if (error != UnixCalls.Exists)
            {
                Check(error);
                return;
            }

            // Linux can name an unnamed file, or replace a file with a named one. That makes two steps; only SIGKILL or a crash of the machine can come between them.
            string path = TemporaryFile.NewPath(FolderOf(_path));
            Check(_system.Name(Stream.SafeFileHandle, path));
            _temporaryPath = path;
        }

        if (OperatingSystem.IsWindows())
        {
            Stream.Dispose();
        }

        _system.Replace(_temporaryPath, _path);
        _temporaryPath = null;
    }

    private void TakeFreeName(string temporaryPath)
    {
        int error = _system.RenameToFree(temporaryPath, _path);
        if (error is 0 or UnixCalls.Exists)
        {
            Check(error);
            return;
        }

        error = _system.Link(temporaryPath, _path);
        if (error is 0 or UnixCalls.Exists)
        {
            Check(error);
            File.Delete(temporaryPath);
            return;
        }

        // The file system can do neither. An empty file reserves the name.
        new FileStream(_path, FileMode.CreateNew).Dispose();
        try
        {
            _system.Replace(temporaryPath, _path);
        }
        catch
        {
            File.Delete(_path);
            throw;
        }
    }

    private static void Check(int error)
    {
        if (error != 0)
        {
            throw new IOException(Marshal.GetPInvokeErrorMessage(error));
        }
    }

    private void RemoveAtOnce()
    {
        try
        {
            RemoveTemporary();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Dispose tries again.
        }
    }

    private void RemoveTemporary()
    {
        lock (_gate)
        {
            if (_temporaryPath is not null)
            {
                File.Delete(_temporaryPath);
            }
        }
    }
}
