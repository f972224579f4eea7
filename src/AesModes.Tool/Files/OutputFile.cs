using System.Runtime.InteropServices;

namespace AesModes.Tool.Files;

/// <summary>
/// A file that is there when all of it is written, and not at all before: it grows without a name on Linux, elsewhere under another name in
/// the same folder, and takes its name at the end. Without <see cref="Commit"/>, and after a cancellation, nothing is left of it.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly Lock _gate = new();
    private readonly FileSystem _system;
    private readonly string _path;
    private readonly bool _overwrite;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _registration;

    /// <summary>Null while it has none, and when it has its own.</summary>
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

        // At once, on the thread that took the signal: the one that writes may be in a long call.
        _registration = cancellation.Register(RemoveAtOnce);
    }

    public FileStream Stream { get; }

    /// <summary>With ownerOnly nobody else may read it from the first byte on; else it has the user's usual permissions, as on Windows always.</summary>
    public static OutputFile Create(string path, bool overwrite, bool ownerOnly, CancellationToken cancellation, FileSystem? system = null)
    {
        CheckFree(path, overwrite);
        string folder = FolderOf(path);
        return Directory.Exists(folder)
            ? new OutputFile(path, overwrite, ownerOnly, system ?? FileSystem.Real, cancellation)
            : throw new CommandFailure($"There is no folder {folder}.");
    }

    /// <exception cref="CommandFailure">
    /// There is a file of that name, and it is not to be replaced; or something that is no file; or a file that Windows protects from changes.
    /// </exception>
    public static void CheckFree(string path, bool overwrite)
    {
        if (Directory.Exists(path))
        {
            throw new CommandFailure($"{path} is a folder.");
        }

        // Also one to nowhere. Its target might be replaced by surprise, or the link be lost.
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

        // Windows itself refuses only when the work is done, and does not say why.
        if (OperatingSystem.IsWindows() && File.Exists(path) && File.GetAttributes(path).HasFlag(FileAttributes.ReadOnly))
        {
            throw new CommandFailure($"{path} is read-only.");
        }
    }

    /// <summary>To be called when all is written, and the input is closed, as that may be the file to be replaced.</summary>
    /// <exception cref="CommandFailure">The file could not take its name. What has that name is unchanged.</exception>
    /// <exception cref="OperationCanceledException">A signal came before.</exception>
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
                // Windows names no file, and calls a file that another program has open "denied".
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

    /// <summary>In one step: a file of that name is replaced as a whole, or not touched.</summary>
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

            // Linux names a file, or replaces one by a file that has a name: two steps. Only SIGKILL and the machine's end come between them.
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

        // A file system without either: an empty file keeps the name.
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
