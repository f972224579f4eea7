namespace AesModes.Tool.Files;

/// <summary>Parameters and paths for key, encrypt and decrypt.</summary>
internal static class FileParameters
{
    /// <summary>The way in which this system's usual file systems compare names.</summary>
    public static StringComparison PathComparison { get; } =
        OperatingSystem.IsWindows() || OperatingSystem.IsMacOS() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;

    public static Argument<string> Path(string name, string description) => new(name)
    {
        Description = description,
        CustomParser = result =>
        {
            string path = result.Tokens[0].Value;
            if (path.Length == 0)
            {
                result.AddError($"{name} must be the name of a file; '' was given.");
            }

            return path;
        },
    };

    public static Option<bool> Force(string name) => new("--force") { Description = $"Replace {name} if it exists.", Arity = ArgumentArity.Zero };

    /// <summary>Whether two paths lead to one file, through linked folders and hard links too, if the system can tell.</summary>
    public static bool AreSameFile(string one, string other) =>
        AreSamePath(one, other, PathComparison)
        || (FileStatus.Of(one, followLinks: true) is { } first && FileStatus.Of(other, followLinks: true) is { } second
            && (first.Volume, first.Number) == (second.Volume, second.Number));

    /// <summary>Whether two paths are the same, however they are written. It does not follow links.</summary>
    public static bool AreSamePath(string one, string other, StringComparison comparison) =>
        string.Equals(System.IO.Path.GetFullPath(one), System.IO.Path.GetFullPath(other), comparison);

    /// <summary>Opens a file without a buffer, which would keep a copy of the data.</summary>
    public static FileStream OpenInput(string path)
    {
        if (Directory.Exists(path))
        {
            throw new CommandFailure($"{path} is a folder.");
        }

        try
        {
            return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new CommandFailure($"There is no file {path}.");
        }
    }
}
