using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AesModes.Tool.Files;

/// <summary>What stands in front of the ciphertext, and of the tag where there is one: docs/file-format.md.</summary>
internal sealed class FileHeader(FileAlgorithm algorithm, byte[] bytes)
{
    public const int NonceOffset = 12;

    private const int VersionOffset = 8;
    private const int AlgorithmOffset = 10;
    private const ushort Version = 1;

    public FileAlgorithm Algorithm => algorithm;

    /// <summary>All of it: what is authenticated as associated data.</summary>
    public ReadOnlySpan<byte> Bytes => bytes;

    public ReadOnlySpan<byte> Nonce => bytes.AsSpan(NonceOffset);

    private static ReadOnlySpan<byte> Magic => "AESMODES"u8;

    /// <summary>With a random nonce.</summary>
    public static FileHeader Create(FileAlgorithm algorithm)
    {
        byte[] bytes = new byte[NonceOffset + algorithm.NonceSize];
        Magic.CopyTo(bytes);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(VersionOffset), Version);
        Encoding.ASCII.GetBytes(algorithm.Code, bytes.AsSpan(AlgorithmOffset));
        RandomNumberGenerator.Fill(bytes.AsSpan(NonceOffset));
        return new FileHeader(algorithm, bytes);
    }

    /// <summary>The input is left where the tag or the ciphertext begins.</summary>
    public static FileHeader Read(Stream input, string path)
    {
        byte[] start = new byte[NonceOffset];
        int count = input.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        if (!start.AsSpan(0, Math.Min(count, Magic.Length)).SequenceEqual(Magic[..Math.Min(count, Magic.Length)]) || count == 0)
        {
            throw new CommandFailure($"{path} was not made by aesmodes encrypt.");
        }

        if (count < start.Length)
        {
            throw Truncated(path);
        }

        ushort version = BinaryPrimitives.ReadUInt16BigEndian(start.AsSpan(VersionOffset));
        if (version != Version)
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"{path} has version {version} of the format; this command reads version {Version}."));
        }

        string code = Encoding.Latin1.GetString(start, AlgorithmOffset, 2);
        FileAlgorithm algorithm = FileAlgorithm.All.FirstOrDefault(a => a.Code == code)
            ?? throw new CommandFailure($"{path} is encrypted with an algorithm that this command does not know.");
        return new FileHeader(algorithm, [.. start, .. ReadExactly(input, algorithm.NonceSize, path)]);
    }

    public static byte[] ReadExactly(Stream input, int count, string path)
    {
        byte[] bytes = new byte[count];
        return input.ReadAtLeast(bytes, count, throwOnEndOfStream: false) == count ? bytes : throw Truncated(path);
    }

    private static CommandFailure Truncated(string path) => new($"{path} is truncated: it ends before its ciphertext begins.");
}
