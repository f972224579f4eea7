using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace AesModes.Tool.Files;

/// <summary>Linux calls that .NET does not have: unnamed files, a file's identity, and a pipe's size.</summary>
[SupportedOSPlatform("linux")]
internal static partial class LinuxCalls
{
    private const int CurrentFolder = -100;
    private const int FollowLink = 0x400;
    private const int NoFollow = 0x100;
    private const int BasicStats = 0x7ff;
    private const int StatusSize = 256;
    private const int ReadWriteCloseOnExec = 0x80002;
    private const uint NoReplace = 1;
    private const int SetPipeSize = 1031;

    /// <summary>The largest pipe without privileges, unless the administrator has changed the limit.</summary>
    private const int LargePipe = 1 << 20;

    /// <summary>O_TMPFILE, which includes O_DIRECTORY; that bit differs on ARM. On other processors, further flags differ, such as those for large files in 32 bits.</summary>
    private static int Unnamed => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 0x410000,
        Architecture.Arm64 => 0x404000,
        _ => 0,
    };

    /// <summary>Creates an unnamed file in the folder, which disappears with the process; null if the system or the file system has no such files.</summary>
    public static SafeFileHandle? CreateUnnamed(string folder, UnixFileMode mode)
    {
        if (Unnamed == 0 || !Directory.Exists("/proc/self/fd"))
        {
            return null;
        }

        SafeFileHandle handle = Open(folder, Unnamed | ReadWriteCloseOnExec, (uint)mode);
        if (!handle.IsInvalid)
        {
            return handle;
        }

        handle.Dispose();
        return null;
    }

    /// <summary>Gives an unnamed file a free name, or returns the error.</summary>
    public static int Name(SafeFileHandle file, string path)
    {
        bool added = false;
        file.DangerousAddRef(ref added);
        int result = LinkAt(CurrentFolder, $"/proc/self/fd/{file.DangerousGetHandle()}", CurrentFolder, path, FollowLink);
        int error = result == 0 ? 0 : Marshal.GetLastPInvokeError();
        file.DangerousRelease();
        return error;
    }

    /// <summary>Renames a file to a free name, or returns the error.</summary>
    public static int RenameToFree(string path, string newPath)
    {
        try
        {
            return RenameAt(CurrentFolder, path, CurrentFolder, newPath, NoReplace) == 0 ? 0 : Marshal.GetLastPInvokeError();
        }
        catch (EntryPointNotFoundException)
        {
            // The C library is old.
            return UnixCalls.NotSupported;
        }
    }

    /// <summary>Enlarges a pipe, so that its two ends wait for each other less often. Other files do not change.</summary>
    public static void EnlargePipe(int descriptor) => _ = Control(descriptor, SetPipeSize, LargePipe);

    public static FileStatus? GetStatus(string path, bool followLinks)
    {
        // struct statx is the same on every processor.
        Span<byte> status = stackalloc byte[StatusSize];
        status.Clear();
        if (Statx(CurrentFolder, path, followLinks ? 0 : NoFollow, BasicStats, ref MemoryMarshal.GetReference(status)) != 0)
        {
            return null;
        }

        ulong device = MemoryMarshal.Read<ulong>(status[136..]);
        ulong inode = MemoryMarshal.Read<ulong>(status[32..]);
        return new FileStatus(device, inode, FileStatus.KindOfMode(MemoryMarshal.Read<ushort>(status[28..])));
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial SafeFileHandle Open(string path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Control(int descriptor, int command, int argument);

    [LibraryImport("libc", EntryPoint = "linkat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int LinkAt(int oldFolder, string oldPath, int newFolder, string newPath, int flags);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int RenameAt(int oldFolder, string oldPath, int newFolder, string newPath, uint flags);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Statx(int folder, string path, int flags, uint mask, ref byte status);
}
