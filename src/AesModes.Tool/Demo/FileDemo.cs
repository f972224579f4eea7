using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Files;
using Spectre.Console;

namespace AesModes.Tool.Demo;

/// <summary>Encrypts a file and decrypts the result, as the commands encrypt and decrypt do, and checks that a changed file is refused. Each step prints a line.</summary>
internal sealed class FileDemo(FileAlgorithm algorithm, Backend backend, FileStream input) : IDisposable
{
    /// <summary>AEZ holds a whole message in memory.</summary>
    private const int LargestAezFile = 1 << 29;

    private const int PieceSize = 1000;
    private const string Name = "the encrypted file";

    private readonly byte[] _key = RandomNumberGenerator.GetBytes(32);
    private readonly FileStream _sealed = TemporaryFile.CreateUnnamed();
    private readonly FileStream _opened = TemporaryFile.CreateUnnamed();

    public void Dispose()
    {
        _sealed.Dispose();
        _opened.Dispose();
    }

    public bool Run()
    {
        if (algorithm == FileAlgorithm.Aez && input.Length > LargestAezFile)
        {
            AnsiConsole.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"  AEZ: skipped. The demo encrypts at most {LargestAezFile:N0} bytes with it, in memory."));
            return true;
        }

        bool isAuthenticated = algorithm != FileAlgorithm.Ctr;
        Time("encrypted", Seal);
        Time("decrypted", Open);
        bool same = Report("the decrypted file equals the original", AreEqual(input, _opened));
        return same & (isAuthenticated ? RefusesAChange() : Report("a piece decrypted by itself equals the original", IsPieceRight()));
    }

    private bool RefusesAChange()
    {
        // Changes the salt, the commitment or the ciphertext: the bytes before them only name the format.
        long at = Random.Shared.NextInt64(FileHeader.BasicSize, _sealed.Length);
        _sealed.Position = at;
        int value = _sealed.ReadByte();
        _sealed.Position = at;
        _sealed.WriteByte((byte)(value ^ (1 << Random.Shared.Next(8))));
        bool refused = false;
        try
        {
            Open();
        }
        catch (CommandFailure)
        {
            refused = true;
        }

        refused = Report("the encrypted file with one changed bit is refused", refused);

        // AES-GCM-SIV has written the chunks before the changed one. The command decrypt removes them.
        long chunk = Math.Max(0, at - FileHeader.BasicSize - ChunkedFormat.HeaderSize) / ChunkedFormat.SealedChunkSize;
        bool nothing = Report("no changed data was written", _opened.Length <= (algorithm == FileAlgorithm.GcmSiv ? chunk * ChunkedFormat.ChunkSize : 0));
        return refused && nothing;
    }

    private bool IsPieceRight()
    {
        _sealed.Position = 0;
        FileInput file = new(_sealed, Name);
        FileHeader header = FileHeader.Read(file);
        using SecretBuffer algorithmKey = FileKeys.DeriveAlgorithmKey(algorithm, header.Source, _key);
        using FileKeys keys = new(header, algorithmKey.Bytes, file.ReadExactly(ChunkedFormat.SaltSize));
        long position = input.Length / 3;
        byte[] piece = Read(_sealed, header.Bytes.Length + ChunkedFormat.HeaderSize + position);
        using FaceCtr ctr = new(keys.Key, backend);
        ctr.Decrypt(keys.Nonce, piece, piece, position);
        return piece.AsSpan().SequenceEqual(Read(input, position));
    }

    private void Seal()
    {
        input.Position = 0;
        FileHeader header = FileHeader.Create(algorithm, SecretSource.RawKeyFile);
        FileCipher.Encrypt(header, _key, new FileInput(input), () => Empty(_sealed), new Progress<long>(), CancellationToken.None, backend);
    }

    private void Open()
    {
        Empty(_opened);
        _sealed.Position = 0;
        FileInput file = new(_sealed, Name);
        FileCipher.Decrypt(FileHeader.Read(file), _key, file, () => _opened, new Progress<long>(), CancellationToken.None, backend);
    }

    private static FileStream Empty(FileStream file)
    {
        file.SetLength(0);
        file.Position = 0;
        return file;
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
        string speed = input.Length == 0 ? string.Empty : string.Create(CultureInfo.InvariantCulture, $", {input.Length / seconds / 1e6:N0} MB/s");
        AnsiConsole.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {algorithm.Title}: {done} in {seconds * 1000:N0} ms{speed}"));
    }

    private static bool Report(string what, bool held)
    {
        AnsiConsole.WriteLine($"  {(held ? "yes" : "NO")}: {what}");
        return held;
    }

    private static bool AreEqual(FileStream one, FileStream two)
    {
        one.Position = 0;
        two.Position = 0;
        return one.Length == two.Length && SHA256.HashData(one).AsSpan().SequenceEqual(SHA256.HashData(two));
    }
}
