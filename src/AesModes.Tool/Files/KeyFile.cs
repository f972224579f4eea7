using System.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>A key as raw bytes in a file. Dispose overwrites it in memory.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly SecretBuffer _memory = new(FileAlgorithm.MaxKeySize + 1);
    private int _size;

    private KeyFile()
    {
    }

    public ReadOnlySpan<byte> Key => _memory.Bytes.AsSpan(0, _size);

    public static KeyFile Read(string path, FileAlgorithm algorithm)
    {
        using FileStream file = FileParameters.OpenInput(path);
        KeyFile key = new();
        try
        {
            key._size = file.ReadAtLeast(key._memory.Bytes, FileAlgorithm.MaxKeySize + 1, throwOnEndOfStream: false);
            algorithm.CheckKeySize(key._size, path);
            return key;
        }
        catch
        {
            key.Dispose();
            throw;
        }
    }

    /// <summary>A random one, for its owner alone.</summary>
    public static void Create(string path, int size, bool overwrite)
    {
        using OutputFile output = OutputFile.Create(path, overwrite, ownerOnly: true);
        using SecretBuffer key = new(size);
        RandomNumberGenerator.Fill(key.Bytes);
        output.Stream.Write(key.Bytes);
        output.Commit();
    }

    public void Dispose() => _memory.Dispose();
}
