namespace AesModes.Tests.Tool;

/// <summary>A temporary folder for one test.</summary>
internal sealed class TestFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("aesmodes-tests-");

    /// <summary>The names of the folder's content.</summary>
    public IEnumerable<string> Names => _folder.GetFileSystemInfos().Select(f => f.Name).Order(StringComparer.Ordinal);

    public string this[string name] => Path.Combine(_folder.FullName, name);

    /// <summary>Writes a file and returns its path.</summary>
    public string Add(string name, byte[] content)
    {
        File.WriteAllBytes(this[name], content);
        return this[name];
    }

    /// <summary>Writes a file that only its owner can read. Returns its path. The default content is 32 bytes that can serve as a key.</summary>
    public string AddKey(string name, byte[]? content = null)
    {
        string path = Add(name, content ?? Bytes.Random(new Random(32), 32));
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        return path;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
