using System.Security.Cryptography;
using AesModes.Tool.Common;

namespace AesModes.Tool.Files;

/// <summary>A key as raw bytes in a file. Dispose overwrites it in memory.</summary>
internal sealed class KeyFile : IDisposable
{
    private readonly byte[] _memory;
    private int _size;

    private KeyFile(byte[] memory) => _memory = memory;

    public ReadOnlySpan<byte> Key => _memory.AsSpan(0, _size);

    /// <exception cref="CommandFailure">The algorithm does not take a key of that size.</exception>
    public static KeyFile Read(string path, FileAlgorithm algorithm)
    {
        using FileStream file = FileParameters.OpenInput(path);
        KeyFile key = new(GC.AllocateUninitializedArray<byte>(FileAlgorithm.MaxKeySize + 1, pinned: true));
        try
        {
            key._size = file.ReadAtLeast(key._memory, key._memory.Length, throwOnEndOfStream: false);
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
        byte[] key = GC.AllocateUninitializedArray<byte>(size, pinned: true);
        RandomNumberGenerator.Fill(key);
        output.Stream.Write(key);
        CryptographicOperations.ZeroMemory(key);
        output.Commit();
    }

    public void Dispose() => CryptographicOperations.ZeroMemory(_memory);
}
