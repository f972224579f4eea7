using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Files;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>A file to an encrypted one and back, as encrypt and decrypt do it, and what becomes of one that was changed. Each step is a line.</summary>
internal sealed class FileDemo(FileAlgorithm algorithm, Backend backend, FileInfo input, DirectoryInfo folder)
{
    /// <summary>AEZ holds a message in memory as a whole.</summary>
    private const int LargestAezFile = 1 << 29;

    private const int PieceSize = 1000;

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(32);
    private readonly string _sealed = Path.Combine(folder.FullName, $"sealed-{algorithm}");
    private readonly string _opened = Path.Combine(folder.FullName, $"opened-{algorithm}");

    public bool Run()
    {
        if (algorithm == FileAlgorithm.Aez && input.Length > LargestAezFile)
        {
            AnsiConsole.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"  AEZ: left out. It takes a message as a whole; the demo does so up to {LargestAezFile:N0} bytes."));
            return true;
        }

        bool isAuthenticated = algorithm != FileAlgorithm.Ctr;
        string opened = isAuthenticated ? "opened" : "decrypted";
        Time(isAuthenticated ? "sealed" : "encrypted", Seal);
        Time(opened, Open);
        bool same = Report($"the {opened} file is the original", AreEqual(input.FullName, _opened));
        return same & (isAuthenticated ? RefusesAChange() : Report("and so is a piece decrypted by itself", IsPieceRight()));
    }

    private bool RefusesAChange()
    {
        using (FileStream file = new(_sealed, FileMode.Open, FileAccess.ReadWrite))
        {
            // The nonce, the tag or the ciphertext: the bytes before them only name the format.
            long at = Random.Shared.NextInt64(FileHeader.NonceOffset, file.Length);
            file.Position = at;
            int value = file.ReadByte();
            file.Position = at;
            file.WriteByte((byte)(value ^ (1 << Random.Shared.Next(8))));
        }

        File.Delete(_opened);
        bool refused = false;
        try
        {
            Open();
        }
        catch (CommandFailure)
        {
            refused = true;
        }

        refused = Report("the sealed file with one bit changed is refused", refused);
        bool nothing = Report("and nothing of it was written", !File.Exists(_opened) || new FileInfo(_opened).Length == 0);
        return refused && nothing;
    }

    private bool IsPieceRight()
    {
        using FileStream encrypted = File.OpenRead(_sealed);
        FileHeader header = FileHeader.Read(encrypted, _sealed);
        long position = input.Length / 3;
        byte[] piece = Read(encrypted, header.Bytes.Length + position);
        using FaceCtr ctr = new(_key, backend);
        ctr.Decrypt(header.Nonce, piece, piece, position);
        using FileStream original = input.OpenRead();
        return piece.AsSpan().SequenceEqual(Read(original, position));
    }

    private void Seal() => Convert(input.FullName, _sealed, (source, createOutput) =>
        FileCipher.Encrypt(algorithm, _key, source, createOutput, new Progress<long>(), CancellationToken.None, backend));

    private void Open() => Convert(_sealed, _opened, (source, createOutput) =>
        FileCipher.Decrypt(FileHeader.Read(source, _sealed), _key, source, createOutput, new Progress<long>(), CancellationToken.None, backend));

    private static void Convert(string from, string to, Action<FileStream, Func<FileStream>> work)
    {
        using FileStream source = File.OpenRead(from);
        FileStream? output = null;
        try
        {
            work(source, () => output = File.Create(to));
        }
        finally
        {
            output?.Dispose();
        }
    }

    private static byte[] Read(FileStream stream, long position)
    {
        stream.Position = position;
        byte[] piece = new byte[Math.Min(PieceSize, stream.Length - position)];
        stream.ReadExactly(piece);
        return piece;
    }

    private void Time(string done, Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        AnsiConsole.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"  {algorithm.Title}: {done} in {seconds * 1000:N0} ms, {input.Length / seconds / 1e6:N0} MB/s, files included"));
    }

    private static bool Report(string what, bool held)
    {
        AnsiConsole.WriteLine($"  {(held ? "yes" : "NO")}: {what}");
        return held;
    }

    private static bool AreEqual(string first, string second)
    {
        using FileStream one = File.OpenRead(first);
        using FileStream two = File.OpenRead(second);
        return one.Length == two.Length && SHA256.HashData(one).AsSpan().SequenceEqual(SHA256.HashData(two));
    }
}
