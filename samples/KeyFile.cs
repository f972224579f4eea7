using System.Security.Cryptography;

namespace AesModes.Samples;

/// <summary>A file of 32 random bytes: one key, for one purpose.</summary>
internal static class KeyFile
{
    private const int KeySize = 32;

    public static void Create(string path)
    {
        // CreateNew: whoever overwrites a key loses everything that it encrypted. A buffer of the stream would be one more copy of the key.
        FileStreamOptions options = new() { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        byte[] key = RandomNumberGenerator.GetBytes(KeySize);
        try
        {
            using FileStream file = new(path, options);
            file.Write(key);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    /// <summary>The caller erases the key as soon as a mode has its own copy.</summary>
    public static byte[] Read(string path)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        // A text or a truncated file is not a key.
        if (file.Length != KeySize)
        {
            throw new InvalidDataException($"The key file {path} must be {KeySize} bytes long; it has {file.Length}.");
        }

        byte[] key = new byte[KeySize];
        file.ReadExactly(key);
        return key;
    }
}
