namespace AesModes.Tool.Files;

internal enum FileKind
{
    Regular,
    Folder,
    Link,
    Device,
}

/// <summary>Identifies the file to which a path leads, however it is written, and its kind. Two names of one file have the same status.</summary>
internal readonly record struct FileStatus(ulong Volume, ulong Number, FileKind Kind)
{
    /// <summary>Null if there is no such file, or the system cannot tell.</summary>
    public static FileStatus? Of(string path, bool followLinks)
    {
        try
        {
            return OperatingSystem.IsLinux() ? LinuxCalls.GetStatus(path, followLinks)
                : OperatingSystem.IsMacOS() ? MacCalls.GetStatus(path, followLinks)
                : OperatingSystem.IsWindows() ? WindowsCalls.GetStatus(path)
                : null;
        }
        catch (EntryPointNotFoundException)
        {
            // The C library is old.
            return null;
        }
    }

    /// <summary>S_IFMT, which Linux and macOS share.</summary>
    public static FileKind KindOfMode(ushort mode) => (mode & 0xf000) switch
    {
        0x8000 => FileKind.Regular,
        0x4000 => FileKind.Folder,
        0xa000 => FileKind.Link,
        _ => FileKind.Device,
    };
}
