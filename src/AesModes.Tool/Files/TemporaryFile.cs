namespace AesModes.Tool.Files;

/// <summary>Files that grow before they have their name, or that never get one.</summary>
internal static class TemporaryFile
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const UnixFileMode Everybody = OwnerOnly | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>
    /// A file in the folder, and its path there; the path is null on Linux, where the file has no name and so goes with the process. With
    /// ownerOnly nobody else may read it from the first byte on; else it has the user's usual permissions, as on Windows always.
    /// </summary>
    /// <exception cref="IOException">The folder takes no file.</exception>
    public static (FileStream Stream, string? Path) Create(string folder, bool ownerOnly, FileSystem system)
    {
        UnixFileMode mode = ownerOnly ? OwnerOnly : Everybody;
        if (system.CreateUnnamed(folder, mode) is { } unnamed)
        {
            return (unnamed, null);
        }

        string path = NewPath(folder);
        try
        {
            return (system.CreateNamed(path, mode, FileOptions.None), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder is what refuses, and what the user knows.
            throw new IOException(e.Message.Replace(path, folder, StringComparison.Ordinal), e);
        }
    }

    /// <summary>In the system's folder for such files, for this user alone. It goes when it is closed, and with the process.</summary>
    public static FileStream CreateUnnamed(FileSystem? system = null)
    {
        system ??= FileSystem.Real;
        string folder = Path.GetTempPath();
        if (system.CreateUnnamed(folder, OwnerOnly) is { } unnamed)
        {
            return unnamed;
        }

        string path = NewPath(folder);
        FileStream stream = system.CreateNamed(path, OwnerOnly, OperatingSystem.IsWindows() ? FileOptions.DeleteOnClose : FileOptions.None);
        if (!OperatingSystem.IsWindows())
        {
            File.Delete(path);
        }

        return stream;
    }

    /// <summary>Short: the file that it becomes may have the longest name that the file system has.</summary>
    public static string NewPath(string folder) => Path.Combine(folder, $".aesmodes-{Path.GetRandomFileName()}.tmp");
}
