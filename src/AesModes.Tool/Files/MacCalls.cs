using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AesModes.Tool.Files;

/// <summary>A file's identity on macOS.</summary>
[SupportedOSPlatform("macos")]
internal static partial class MacCalls
{
    private const int StatusSize = 144;

    public static FileStatus? GetStatus(string path, bool followLinks)
    {
        Span<byte> status = stackalloc byte[StatusSize];
        status.Clear();
        ref byte first = ref MemoryMarshal.GetReference(status);
        bool arm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;
        int result = (arm, followLinks) switch
        {
            (true, true) => Stat(path, ref first),
            (true, false) => LinkStat(path, ref first),
            (false, true) => Stat64(path, ref first),
            (false, false) => LinkStat64(path, ref first),
        };
        return result != 0
            ? null
            : new FileStatus(MemoryMarshal.Read<uint>(status), MemoryMarshal.Read<ulong>(status[8..]), FileStatus.KindOfMode(MemoryMarshal.Read<ushort>(status[4..])));
    }

    [LibraryImport("libc", EntryPoint = "stat", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat(string path, ref byte status);

    [LibraryImport("libc", EntryPoint = "lstat", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int LinkStat(string path, ref byte status);

    [LibraryImport("libc", EntryPoint = "stat$INODE64", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Stat64(string path, ref byte status);

    [LibraryImport("libc", EntryPoint = "lstat$INODE64", StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int LinkStat64(string path, ref byte status);
}
