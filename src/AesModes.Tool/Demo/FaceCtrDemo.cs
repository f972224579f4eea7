using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Tool.Demo;

/// <summary>A file through AES-CTR as a stream, the initial counter in front; and a piece out of its middle by position.</summary>
internal static class FaceCtrDemo
{
    private const int PieceSize = 1000;

    public static bool Run(Backend backend, FileInfo input, DirectoryInfo folder)
    {
        using FaceCtr ctr = new(RandomNumberGenerator.GetBytes(32), backend);
        string encryptedPath = Path.Combine(folder.FullName, "encrypted");
        string decryptedPath = Path.Combine(folder.FullName, "decrypted");

        Steps.Time("AES-CTR: encrypted", input.Length, () => Encrypt(ctr, input.FullName, encryptedPath));
        Steps.Time("AES-CTR: decrypted", input.Length, () => Decrypt(ctr, encryptedPath, decryptedPath));
        bool same = Steps.Report("the decrypted file is the original", Steps.AreEqual(input.FullName, decryptedPath));
        bool piece = Steps.Report("and so is a piece decrypted by itself", IsPieceRight(ctr, encryptedPath, input.FullName, input.Length / 3));
        return same & piece;
    }

    private static void Encrypt(FaceCtr ctr, string from, string to)
    {
        byte[] counter = new byte[FaceCtr.CounterSizeInBytes];
        RandomNumberGenerator.Fill(counter);
        using FileStream input = File.OpenRead(from);
        using FileStream output = File.Create(to);
        output.Write(counter);
        using CryptoStream encrypting = new(output, ctr.CreateEncryptor(counter), CryptoStreamMode.Write);
        input.CopyTo(encrypting);
    }

    private static void Decrypt(FaceCtr ctr, string from, string to)
    {
        byte[] counter = new byte[FaceCtr.CounterSizeInBytes];
        using FileStream input = File.OpenRead(from);
        using FileStream output = File.Create(to);
        input.ReadExactly(counter);
        using CryptoStream decrypting = new(input, ctr.CreateDecryptor(counter), CryptoStreamMode.Read);
        decrypting.CopyTo(output);
    }

    private static bool IsPieceRight(FaceCtr ctr, string encryptedPath, string originalPath, long position)
    {
        byte[] counter = new byte[FaceCtr.CounterSizeInBytes];
        using FileStream encrypted = File.OpenRead(encryptedPath);
        encrypted.ReadExactly(counter);
        byte[] piece = Read(encrypted, counter.Length + position);
        ctr.Decrypt(counter, piece, piece, position);
        using FileStream original = File.OpenRead(originalPath);
        return piece.AsSpan().SequenceEqual(Read(original, position));
    }

    private static byte[] Read(FileStream stream, long position)
    {
        stream.Position = position;
        byte[] piece = new byte[Math.Min(PieceSize, stream.Length - position)];
        stream.ReadExactly(piece);
        return piece;
    }
}
