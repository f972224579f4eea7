namespace AesModes.Tool.Files;

/// <summary>Files that get their name at the end, or never.</summary>
internal static class TemporaryFile
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const UnixFileMode Everybody = OwnerOnly | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>
    /// Creates a file in the folder, and returns its path. The path is null if the file is unnamed (Linux, if the file system supports that): such a file disappears
    /// with the process. With <paramref name="ownerOnly"/>, no other user may read the file, from its first byte on. Otherwise, and always on Windows, it has the
    /// user's default permissions.
    /// </summary>
    /// <exception cref="IOException">No file can be created in the folder.</exception>
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
            // The folder is the cause, and the user knows its name.
            throw new IOException(e.Message.Replace(path, folder, StringComparison.Ordinal), e);
        }
    }

    /// <summary>Creates a file that only this user can access, in the system's folder for temporary files. It disappears when it is closed, or with the process.</summary>
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

    /// <summary>A short name, because the final name may be as long as the file system allows.</summary>
    public static string NewPath(string folder) => Path.Combine(folder, $".aesmodes-{Path.GetRandomFileName()}.tmp");
}
