using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace AesModes.Tool.Files;

/// <summary>The header of an encrypted file (docs/file-format.md).</summary>
internal sealed class FileHeader
{
    /// <summary>The size in bytes of a header of version 2 without Argon2id's parameters.</summary>
    public const int BasicSize = 14;

    private const int VersionOffset = 8;
    private const int AlgorithmOffset = 10;
    private const int SourceOffset = 12;

    /// <summary>The size of the part that both versions share. Version 1's nonce follows it.</summary>
    private const int StartSize = 12;

    private readonly byte[] _bytes;

    private FileHeader(int version, FileAlgorithm algorithm, SecretSource source, Argon2Parameters? argon2, byte[] bytes) =>
        (Version, Algorithm, Source, Argon2, _bytes) = (version, algorithm, source, argon2, bytes);

    public int Version { get; }

    public FileAlgorithm Algorithm { get; }

    /// <summary>In version 1 always a raw key file.</summary>
    public SecretSource Source { get; }

    /// <summary>Null without a passphrase.</summary>
    public Argon2Parameters? Argon2 { get; }

    /// <summary>The whole header. Version 1 authenticates it as associated data, version 2 derives the keys from it.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>In version 1 only.</summary>
    public ReadOnlySpan<byte> Nonce => _bytes.AsSpan(StartSize);

    private static ReadOnlySpan<byte> Magic => "AESMODES"u8;

    /// <summary>Creates a header of version 2.</summary>
    public static FileHeader Create(FileAlgorithm algorithm, SecretSource source, Argon2Parameters? argon2 = null)
    {
        byte[] bytes = new byte[BasicSize + (argon2 is null ? 0 : Argon2Parameters.Size)];
        Magic.CopyTo(bytes);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(VersionOffset), 2);
        Encoding.ASCII.GetBytes(algorithm.Code, bytes.AsSpan(AlgorithmOffset));
        Encoding.ASCII.GetBytes(source.Code, bytes.AsSpan(SourceOffset));
        argon2?.Write(bytes.AsSpan(BasicSize));
        return new FileHeader(2, algorithm, source, argon2, bytes);
    }

    /// <summary>Reads the header. The input is then at version 2's salt, or at version 1's tag or ciphertext.</summary>
    public static FileHeader Read(FileInput input)
    {
        byte[] start = new byte[StartSize];
        int count = input.Stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        if (!start.AsSpan(0, Math.Min(count, Magic.Length)).SequenceEqual(Magic[..Math.Min(count, Magic.Length)]) || count == 0)
        {
            throw new CommandFailure($"{input.Name} was not made by aesmodes encrypt.");
        }

        if (count < start.Length)
        {
            throw input.Truncated();
        }

        ushort version = BinaryPrimitives.ReadUInt16BigEndian(start.AsSpan(VersionOffset));
        if (version is not (1 or 2))
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"{input.Name} has version {version} of the format; this command reads versions 1 and 2."));
        }

        string code = Encoding.Latin1.GetString(start, AlgorithmOffset, 2);
        FileAlgorithm algorithm = FileAlgorithm.All.FirstOrDefault(a => a.Code == code)
            ?? throw new CommandFailure($"{input.Name} is encrypted with an algorithm that this command does not know.");
        return version == 1
            ? new FileHeader(1, algorithm, SecretSource.RawKeyFile, argon2: null, [.. start, .. input.ReadExactly(algorithm.NonceSize)])
            : ReadVersion2(algorithm, [.. start, .. input.ReadExactly(BasicSize - StartSize)], input);
    }

    private static FileHeader ReadVersion2(FileAlgorithm algorithm, byte[] basic, FileInput input)
    {
        string code = Encoding.Latin1.GetString(basic, SourceOffset, 2);
        SecretSource source = SecretSource.All.FirstOrDefault(s => s.Code == code)
            ?? throw new CommandFailure($"{input.Name} is encrypted with a kind of secret that this command does not know.");
        if (source != SecretSource.Passphrase)
        {
            return new FileHeader(2, algorithm, source, argon2: null, basic);
        }

        byte[] parameters = input.ReadExactly(Argon2Parameters.Size);
        return new FileHeader(2, algorithm, source, Argon2Parameters.Read(parameters, input.Name), [.. basic, .. parameters]);
    }
}
