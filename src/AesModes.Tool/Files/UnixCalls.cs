using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AesModes.Tool.Files;

/// <summary>Calls that every Unix has and .NET does not.</summary>
internal static partial class UnixCalls
{
    /// <summary>EEXIST: a file of that name exists. The number is the same on Linux, macOS and the BSDs.</summary>
    public const int Exists = 17;

    /// <summary>EINVAL, which file systems return for a kind of renaming that they do not support.</summary>
    public const int NotSupported = 22;

    /// <summary>More than the size of struct termios on any system.</summary>
    public const int TerminalSize = 256;

    private const int Input = 0;
    private const int GetDescriptorFlags = 1;
    private const int CloseOnExec = 1;
    private const int WhenWrittenAndWithoutInput = 2;
    private const byte Echo = 8;
    private const short CanRead = 1;

    /// <summary>The offset of the lowest byte of c_lflag, the fourth number. The numbers are longs on macOS and 32-bit integers elsewhere.</summary>
    private static int EchoOffset => OperatingSystem.IsMacOS() ? 24 : 12;

    /// <summary>Gives a file a second name, which must be free, or returns the error.</summary>
    [UnsupportedOSPlatform("windows")]
    public static int Link(string path, string newPath) => LinkCore(path, newPath) == 0 ? 0 : Marshal.GetLastPInvokeError();

    /// <summary>Whether this program inherited the open descriptor from another one.</summary>
    [UnsupportedOSPlatform("windows")]
    public static bool IsInherited(int descriptor) => GetFlags(descriptor, GetDescriptorFlags) is >= 0 and int flags && (flags & CloseOnExec) == 0;

    [UnsupportedOSPlatform("windows")]
    public static bool IsTerminal(int descriptor)
    {
        byte[] settings = new byte[TerminalSize];
        return GetTerminal(descriptor, ref settings[0]) == 0;
    }

    /// <summary>Stops the terminal on standard input from showing what is typed, discards what was typed before, and returns the previous settings.</summary>
    [UnsupportedOSPlatform("windows")]
    public static void HideTyping(byte[] settings)
    {
        if (GetTerminal(Input, ref settings[0]) != 0)
        {
            throw new IOException(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
        }

        byte[] hidden = (byte[])settings.Clone();
        hidden[EchoOffset] &= unchecked((byte)~Echo);
        if (SetTerminal(Input, WhenWrittenAndWithoutInput, ref hidden[0]) != 0)
        {
            throw new IOException(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
        }
    }

    /// <summary>Does not throw: after SIGHUP there is no terminal.</summary>
    [UnsupportedOSPlatform("windows")]
    public static void RestoreTerminal(byte[] settings) => _ = SetTerminal(Input, WhenWrittenAndWithoutInput, ref settings[0]);

    /// <summary>Waits for input on standard input, or for its end.</summary>
    [UnsupportedOSPlatform("windows")]
    public static bool HasInput(int milliseconds)
    {
        PollDescriptor descriptor = new() { Descriptor = Input, Events = CanRead };
        return Poll(ref descriptor, 1, milliseconds) > 0;
    }

    [LibraryImport("libc", EntryPoint = "link", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int LinkCore(string path, string newPath);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int GetFlags(int descriptor, int command);

    [LibraryImport("libc", EntryPoint = "tcgetattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int GetTerminal(int descriptor, ref byte settings);

    [LibraryImport("libc", EntryPoint = "tcsetattr", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int SetTerminal(int descriptor, int when, ref byte settings);

    [LibraryImport("libc", EntryPoint = "poll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [UnsupportedOSPlatform("windows")]
    private static partial int Poll(ref PollDescriptor descriptors, nuint count, int milliseconds);

    [StructLayout(LayoutKind.Sequential)]
    private struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short Results;
    }
}
