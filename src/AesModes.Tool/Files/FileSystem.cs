using Microsoft.Win32.SafeHandles;

namespace AesModes.Tool.Files;

/// <summary>What a growing file asks of the system. Tests replace single calls, for example by a file system that has no unnamed files.</summary>
internal class FileSystem
{
#pragma warning disable CA2000 // A stream owns the handle that it is made of.

    public static FileSystem Real { get; } = new();

    /// <summary>A file in the folder that has no name and goes with the process; null where the system or the file system has none.</summary>
    public virtual FileStream? CreateUnnamed(string folder, UnixFileMode mode) =>
        OperatingSystem.IsLinux() && LinuxCalls.CreateUnnamed(folder, mode) is { } unnamed ? Open(unnamed) : null;

    /// <summary>A new file. It fails if anything has that name, also a link to nowhere.</summary>
    public virtual FileStream CreateNamed(string path, UnixFileMode mode, FileOptions fileOptions)
    {
        FileStreamOptions options = new()
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,

            // Windows deletes an open file only if its users agree.
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

    /// <summary>Gives an unnamed file a name that nothing has; else returns the error.</summary>
    public virtual int Name(SafeFileHandle file, string path) => OperatingSystem.IsLinux() ? LinuxCalls.Name(file, path) : throw new PlatformNotSupportedException();

    /// <summary>Gives a file another name that nothing has, in one step; else returns the error. Linux alone has it for all kinds of file.</summary>
    public virtual int RenameToFree(string path, string newPath) =>
        OperatingSystem.IsLinux() ? LinuxCalls.RenameToFree(path, newPath) : UnixCalls.NotSupported;

    /// <summary>Gives a file a second name that nothing has; else returns the error.</summary>
    public virtual int Link(string path, string newPath) => OperatingSystem.IsWindows() ? throw new PlatformNotSupportedException() : UnixCalls.Link(path, newPath);

    /// <summary>In one step on Windows. Elsewhere .NET looks first and renames then.</summary>
    public virtual void MoveToFree(string path, string newPath) => File.Move(path, newPath, overwrite: false);

    /// <summary>In one step.</summary>
    public virtual void Replace(string path, string newPath) => File.Move(path, newPath, overwrite: true);

    /// <summary>Without a buffer: what is written comes in large pieces, and a buffer would keep some of it.</summary>
    private static FileStream Open(SafeFileHandle file) => new(file, FileAccess.ReadWrite, bufferSize: 0);
}
