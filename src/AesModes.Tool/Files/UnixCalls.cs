using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AesModes.Tool.Files;

/// <summary>What every Unix has and .NET does not.</summary>
internal static partial class UnixCalls
{
    /// <summary>A file of that name is there: the same number on Linux, macOS and the BSDs.</summary>
    public const int Exists = 17;

    /// <summary>EINVAL, what file systems return for a kind of renaming that they do not have.</summary>
    public const int NotSupported = 22;

    /// <summary>Gives a file a second name that no file has; else returns the error.</summary>
    [UnsupportedOSPlatform("windows")]
    public static int Link(string path, string newPath) => LinkCore(path, newPath) == 0 ? 0 : Marshal.GetLastPInvokeError();

    [LibraryImport("libc", EntryPoint = "link", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int LinkCore(string path, string newPath);
}
