using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Unicode;

namespace AesModes.Tool.Files;

/// <summary>A key file, or a raw key file, which consists of the key alone (docs/file-format.md). Dispose overwrites it in memory.</summary>
internal sealed class KeyFile : IDisposable
{
    public const int Size = ChecksumOffset + ChecksumSize;

    public const int SecretSize = 32;

    private const int VersionOffset = 8;
    private const int PurposeOffset = 10;
    private const int SecretOffset = 12;
    private const int ChecksumOffset = SecretOffset + SecretSize;
    private const int ChecksumSize = 8;
    private const ushort Version = 1;

    /// <summary>Control characters that do not occur in text.</summary>
    private static readonly SearchValues<byte> _controls = SearchValues.Create([.. Enumerable.Range(0, ' ').Append(127).Select(c => (byte)c).Except("\t\r\n"u8.ToArray())]);

    private readonly SecretBuffer _memory = new(FileAlgorithm.MaxKeySize + 1);
    private readonly string _path;
    private int _size;

    private KeyFile(string path) => _path = path;

    /// <summary>Whether users other than the owner have access; not checked on Windows.</summary>
    public bool IsOpenToOthers { get; private set; }

    public SecretSource Source => All.StartsWith(Magic) ? SecretSource.KeyFile : SecretSource.RawKeyFile;

    /// <summary>The secret from which a file's keys are derived.</summary>
    public ReadOnlySpan<byte> Secret => Source == SecretSource.KeyFile ? All.Slice(SecretOffset, SecretSize) : All;

    private static ReadOnlySpan<byte> Magic => "AESMKEYS"u8;

    /// <summary>The code for files of version 2.</summary>
    private static ReadOnlySpan<byte> Purpose => "FI"u8;

    private ReadOnlySpan<byte> All => _memory.Bytes.AsSpan(0, _size);

    public static KeyFile Read(string path)
    {
        using FileStream file = FileParameters.OpenInput(path);
        KeyFile key = new(path);
        try
        {
            key._size = file.ReadAtLeast(key._memory.Bytes, FileAlgorithm.MaxKeySize + 1, throwOnEndOfStream: false);
            if (key.Source == SecretSource.KeyFile)
            {
                Check(key.All, path);
            }

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

    /// <summary>Creates a random key file that only its owner can access.</summary>
    public static void Create(string path, bool overwrite, CancellationToken cancellation)
    {
        using SecretBuffer key = new(Size);
        Magic.CopyTo(key.Bytes);
        BinaryPrimitives.WriteUInt16BigEndian(key.Bytes.AsSpan(VersionOffset), Version);
        Purpose.CopyTo(key.Bytes.AsSpan(PurposeOffset));
        RandomNumberGenerator.Fill(key.Bytes.AsSpan(SecretOffset, SecretSize));
        WriteChecksum(key.Bytes, key.Bytes.AsSpan(ChecksumOffset));
        Write(path, key.Bytes, overwrite, cancellation);
    }

    /// <summary>Creates a raw key file of random bytes that only its owner can access.</summary>
    public static void CreateRaw(string path, int size, bool overwrite, CancellationToken cancellation)
    {
        using SecretBuffer key = new(size);
        do
        {
            RandomNumberGenerator.Fill(key.Bytes);
        }
        while (IsNoKey(key.Bytes) || key.Bytes.AsSpan().StartsWith(Magic));

        Write(path, key.Bytes, overwrite, cancellation);
    }

    /// <summary>Whether the bytes are one repeated byte, or text. Random bytes hardly ever are, so the file was probably given by mistake.</summary>
    public static bool IsNoKey(ReadOnlySpan<byte> bytes) => !bytes.ContainsAnyExcept(bytes[0]) || (!bytes.ContainsAny(_controls) && Utf8.IsValid(bytes));

    /// <summary>Checks that the key suits a file of this algorithm and version.</summary>
    /// <exception cref="CommandFailure">It cannot be the key of such a file.</exception>
    public void CheckFor(FileAlgorithm algorithm, int version)
    {
        if (version == 1)
        {
            if (Source == SecretSource.KeyFile)
            {
                throw new CommandFailure($"{_path} is a key file for files of version 2. A file of version 1 needs the raw key file that it was encrypted with.");
            }

            algorithm.CheckKey(All, _path);
        }
        else if (_size is < FileAlgorithm.MinKeySize or > FileAlgorithm.MaxKeySize)
        {
            string has = _size > FileAlgorithm.MaxKeySize ? "more than 1,024" : _size.ToString(CultureInfo.InvariantCulture);
            throw new CommandFailure($"A raw key file must have 16 to 1,024 bytes; {_path} has {has}. Make a key file with aesmodes key.");
        }
    }

    public void Dispose() => _memory.Dispose();

    private static void Check(ReadOnlySpan<byte> file, string path)
    {
        // Checks the checksum first: in a damaged file, the version and the purpose may be what is damaged.
        if (file.Length == Size)
        {
            Span<byte> checksum = stackalloc byte[ChecksumSize];
            WriteChecksum(file, checksum);
            if (checksum.SequenceEqual(file[ChecksumOffset..]))
            {
                CheckUse(file, path);
                return;
            }
        }
        else if (file.Length >= SecretOffset && BinaryPrimitives.ReadUInt16BigEndian(file[VersionOffset..]) != Version)
        {
            CheckUse(file, path);
        }

        throw new CommandFailure($"The key file {path} is damaged: its checksum or its size is wrong. Use a backup of it.");
    }

    private static void CheckUse(ReadOnlySpan<byte> file, string path)
    {
        ushort version = BinaryPrimitives.ReadUInt16BigEndian(file[VersionOffset..]);
        if (version != Version)
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"The key file {path} has version {version}; this command reads version {Version}."));
        }

        if (!file.Slice(PurposeOffset, Purpose.Length).SequenceEqual(Purpose))
        {
            throw new CommandFailure($"The key file {path} is for another purpose, not for encrypting files.");
        }
    }

    private static void WriteChecksum(ReadOnlySpan<byte> file, Span<byte> checksum)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(file[..ChecksumOffset], hash);
        hash[..ChecksumSize].CopyTo(checksum);
        CryptographicOperations.ZeroMemory(hash);
    }

    private static void Write(string path, ReadOnlySpan<byte> bytes, bool overwrite, CancellationToken cancellation)
    {
        using OutputFile output = OutputFile.Create(path, overwrite, ownerOnly: true, cancellation);
        output.Stream.Write(bytes);
        output.Commit();
    }
}
