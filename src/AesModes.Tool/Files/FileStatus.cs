namespace AesModes.Tool.Files;

internal enum FileKind
{
    Regular,
    Folder,
    Link,
    Device,
}

/// <summary>Which file a path leads to, however it is written, and of what kind it is. Two names of one file have one status.</summary>
internal readonly record struct FileStatus(ulong Volume, ulong Number, FileKind Kind)
{
    /// <summary>Null of what is not there, and where the system does not say.</summary>
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
            // An old C library.
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
