using System.Buffers;
using System.Security.Cryptography;
using System.Text.Unicode;

namespace AesModes.Tool.Files;

/// <summary>A key as raw bytes in a file. Dispose overwrites it in memory.</summary>
internal sealed class KeyFile : IDisposable
{
    /// <summary>What no line of text has.</summary>
    private static readonly SearchValues<byte> _controls = SearchValues.Create([.. Enumerable.Range(0, ' ').Append(127).Select(c => (byte)c).Except("\t\r\n"u8.ToArray())]);

    private readonly SecretBuffer _memory = new(FileAlgorithm.MaxKeySize + 1);
    private int _size;

    private KeyFile()
    {
    }

    /// <summary>Somebody besides its owner may read or write it; on Windows nobody asks.</summary>
    public bool IsOpenToOthers { get; private set; }

    public ReadOnlySpan<byte> Key => _memory.Bytes.AsSpan(0, _size);

    public static KeyFile Read(string path, FileAlgorithm algorithm)
    {
        using FileStream file = FileParameters.OpenInput(path);
        KeyFile key = new();
        try
        {
            key._size = file.ReadAtLeast(key._memory.Bytes, FileAlgorithm.MaxKeySize + 1, throwOnEndOfStream: false);
            algorithm.CheckKey(key.Key, path);
            const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
                | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;
            key.IsOpenToOthers = !OperatingSystem.IsWindows() && (File.GetUnixFileMode(file.SafeFileHandle) & Others) != 0;
            return key;
        }
        catch
        {
            key.Dispose();
            throw;
        }
    }

    /// <summary>A random one, for its owner alone.</summary>
    public static void Create(string path, int size, bool overwrite, CancellationToken cancellation)
    {
        using OutputFile output = OutputFile.Create(path, overwrite, ownerOnly: true, cancellation);
        using SecretBuffer key = new(size);
        do
        {
            RandomNumberGenerator.Fill(key.Bytes);
        }
        while (IsNoKey(key.Bytes));

        output.Stream.Write(key.Bytes);
        output.Commit();
    }

    /// <summary>One byte again and again, or text: hardly ever random, and more likely a file given by mistake.</summary>
    public static bool IsNoKey(ReadOnlySpan<byte> bytes) => !bytes.ContainsAnyExcept(bytes[0]) || (!bytes.ContainsAny(_controls) && Utf8.IsValid(bytes));

    public void Dispose() => _memory.Dispose();
}
