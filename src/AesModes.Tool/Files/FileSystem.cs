using Microsoft.Win32.SafeHandles;

namespace AesModes.Tool.Files;

/// <summary>The system calls for writing an output file. Tests replace single calls, for example with a file system that has no unnamed files.</summary>
internal class FileSystem
{
#pragma warning disable CA2000 // A stream owns the handle that it is made of.

    public static FileSystem Real { get; } = new();

    /// <summary>Creates an unnamed file in the folder, which disappears with the process; null if the system or the file system has no such files.</summary>
    public virtual FileStream? CreateUnnamed(string folder, UnixFileMode mode) =>
        OperatingSystem.IsLinux() && LinuxCalls.CreateUnnamed(folder, mode) is { } unnamed ? Open(unnamed) : null;

    /// <summary>Creates a file. It fails if the name exists, even as a link to nowhere.</summary>
    public virtual FileStream CreateNamed(string path, UnixFileMode mode, FileOptions fileOptions)
    {
        FileStreamOptions options = new()
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,

            // Windows deletes an open file only if those who have it open allow it.
            Share = FileShare.Delete,
            BufferSize = 0,
            Options = fileOptions,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = mode;
        }

        return new FileStream(path, options);
    }

    /// <summary>Gives an unnamed file a free name, or returns the error.</summary>
    public virtual int Name(SafeFileHandle file, string path) => OperatingSystem.IsLinux() ? LinuxCalls.Name(file, path) : throw new PlatformNotSupportedException();

    /// <summary>Renames a file to a free name in one step, or returns the error. Only Linux can do that for all kinds of file.</summary>
    public virtual int RenameToFree(string path, string newPath) =>
        OperatingSystem.IsLinux() ? LinuxCalls.RenameToFree(path, newPath) : UnixCalls.NotSupported;

    /// <summary>Gives a file a second name, which must be free, or returns the error.</summary>
    public virtual int Link(string path, string newPath) => OperatingSystem.IsWindows() ? throw new PlatformNotSupportedException() : UnixCalls.Link(path, newPath);

    /// <summary>One step on Windows. Elsewhere, .NET first looks and then renames.</summary>
    public virtual void MoveToFree(string path, string newPath) => File.Move(path, newPath, overwrite: false);

    /// <summary>Replaces a file in one step.</summary>
    public virtual void Replace(string path, string newPath) => File.Move(path, newPath, overwrite: true);

    /// <summary>Without a buffer: writes are large, and a buffer would keep some of the data.</summary>
    private static FileStream Open(SafeFileHandle file) => new(file, FileAccess.ReadWrite, bufferSize: 0);
}
