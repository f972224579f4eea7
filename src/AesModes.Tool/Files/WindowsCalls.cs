using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace AesModes.Tool.Files;

/// <summary>A file's identity on Windows: its volume and its number on the volume.</summary>
[SupportedOSPlatform("windows")]
internal static partial class WindowsCalls
{
    /// <summary>Null if there is no such file, it cannot be read, or another program has it open exclusively.</summary>
    public static FileStatus? GetStatus(string path)
    {
        try
        {
            using SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return GetFileInformationByHandle(file, out Information information)
                ? new FileStatus(information.Volume, ((ulong)information.IndexHigh << 32) | information.IndexLow, FileKind.Regular)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetFileInformationByHandle(SafeFileHandle file, out Information information);

    /// <summary>BY_HANDLE_FILE_INFORMATION. Each time is two 32-bit halves, so nothing is aligned to 8 bytes.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 52)]
    private struct Information
    {
        [FieldOffset(28)]
        public uint Volume;

        [FieldOffset(44)]
        public uint IndexHigh;

        [FieldOffset(48)]
        public uint IndexLow;
    }
}
