using AesModes.Tests.Tool;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Files and keys that nearly match what aesmodes encrypt writes. The command must read what docs/file-format.md specifies; otherwise, it must throw a
/// <see cref="CommandFailure"/> and write only authentic chunks.
/// </summary>
internal sealed class ContainerFuzz : FuzzKind
{
    private readonly TestFolder _folder = new();

    public override void Try(FuzzCase c)
    {
        FileAlgorithm algorithm = c.Of<FileAlgorithm>([.. FileAlgorithm.All]);
        byte[] plaintext = c.Bytes(c.Size(c.Seldom(10) ? 300_000 : 700));
        (byte[] file, byte[] key) = c.Next(3) == 0 ? MakeVersion1(c, algorithm, plaintext) : MakeVersion2(c, algorithm, plaintext);
        string what = $"{algorithm}, version {file[9]}, {plaintext.Length} bytes";
        Assert.True(TryRead(file, key, out byte[] read), what);
        Expect.Same(plaintext, read, $"{what}, read by the document");
        Check(file, key, what);

        byte[] changed = file;
        for (int changes = c.Between(1, 3); changes > 0; changes--)
        {
            changed = Change(c, changed);
        }

        byte[] otherKey = c.Next(5) switch
        {
            0 => c.Bytes(c.Of(16, 32, 24, 0, 15, 33, 1024, 1025, 1026)),
            1 => Change(c, key),
            _ => key,
        };
        Check(changed, otherKey, $"{what}, changed: {Convert.ToHexStringLower(changed.AsSpan(0, Math.Min(changed.Length, 100)))}, {changed.Length} bytes, key of {otherKey.Length}");
    }

    private static (byte[] File, byte[] Key) MakeVersion1(FuzzCase c, FileAlgorithm algorithm, byte[] plaintext)
    {
        byte[] key = c.Bytes(algorithm == FileAlgorithm.Aez && c.Next(2) == 0 ? c.Between(16, FileAlgorithm.MaxKeySize) : c.Of(16, 32));
        return (FileFormat.Write(algorithm.Name, key, c.Bytes(algorithm.NonceSize), plaintext), key);
    }

    private (byte[] File, byte[] Key) MakeVersion2(FuzzCase c, FileAlgorithm algorithm, byte[] plaintext)
    {
        bool isRaw = c.Next(2) == 0;
        byte[] secret = c.Bytes(isRaw ? c.Between(16, FileAlgorithm.MaxKeySize) : 32);
        string source = isRaw ? "RK" : "KF";
        byte[] file = c.Next(2) == 0
            ? FileFormatTests.Encrypt(_folder, algorithm.Name, source, secret, plaintext)
            : FileFormat2.Write(algorithm.Name, FileFormat2.Header(algorithm.Name, source), secret, c.Bytes(FileFormat2.SaltSize), plaintext);
        return (file, isRaw ? secret : FileFormat2.WriteKeyFile(secret));
    }

    public override void Dispose()
    {
        _folder.Dispose();
        base.Dispose();
    }

    public void Check(byte[] file, byte[] key, string what)
    {
        bool isTaken = TryRead(file, key, out byte[] plaintext);
        Check(file, key, isTaken, plaintext, what);
    }

    /// <summary>Decrypts like the command: reads the header, then the key for its algorithm, then the rest.</summary>
    /// <param name="file">The encrypted file.</param>
    /// <param name="key">The key file's content.</param>
    /// <param name="isTaken">Whether the file must be accepted.</param>
    /// <param name="plaintext">The expected output.</param>
    /// <param name="what">For failure messages.</param>
    public void Check(byte[] file, byte[] key, bool isTaken, byte[] plaintext, string what)
    {
        string keyPath = _folder.AddKey("key", key);
        using FileStream stream = File.OpenRead(_folder.Add("in", file));
        using WatchedFile output = new(_folder["out"], plaintext.Length);
        bool wasTaken = true;
        try
        {
            FileInput input = new(stream);
            FileHeader header = FileHeader.Read(input);
            using FileSecret secret = FileSecret.OfKeyFile(header, header.Algorithm, keyPath, takesAnyKey: true, "in");
            if (header.Version == 1)
            {
                Version1Cipher.Decrypt(header, secret.Bytes, input, () => output, new Progress<long>(), CancellationToken.None);
            }
            else
            {
                FileCipher.Decrypt(header, secret.Bytes, input, () => output, new Progress<long>(), CancellationToken.None);
            }
        }
        catch (CommandFailure failure)
        {
            Assert.False(isTaken, $"{what}: {failure}");
            wasTaken = false;
        }

        output.Flush();
        Assert.True(wasTaken == isTaken, $"{what}: taken.");
        Expect.Same(plaintext, File.ReadAllBytes(_folder["out"]), what);
    }

    /// <summary>Decrypts as the document specifies. Returns whether the file is accepted, and the plaintext or its authentic beginning.</summary>
    private static bool TryRead(byte[] file, byte[] key, out byte[] plaintext)
    {
        plaintext = [];
        (string Source, byte[] Secret)? found = FileFormat2.ReadKey(key);
        if (found is not { } secret)
        {
            return false;
        }

        if (!file.AsSpan().StartsWith((byte[])[.. "AESMODES"u8, 0, 1]))
        {
            return FileFormat2.TryRead(file, secret.Source, secret.Secret, out plaintext);
        }

        byte[]? read = secret.Source == "RK" ? FileFormat.Read(file, key) : null;
        plaintext = read ?? [];
        return read is not null;
    }

    /// <summary>Checks that plaintext of a rejected file is never written, not even temporarily.</summary>
    private sealed class WatchedFile(string path, int most) : FileStream(path, FileMode.Create, FileAccess.ReadWrite)
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            AssertTaken(count);
            base.Write(buffer, offset, count);
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            AssertTaken(buffer.Length);
            base.Write(buffer);
        }

        private void AssertTaken(int count) => Assert.True(Position + count <= most, "written before it was authentic");
    }

    private static byte[] Change(FuzzCase c, byte[] file)
    {
        // Changes the header at least half of the time.
        int at = c.Next(Math.Min(file.Length, c.Next(2) == 0 ? 72 : int.MaxValue) + 1);
        switch (c.Next(7))
        {
            case 0:
                return file[..at];
            case 1:
                return [.. file[..at], .. c.Bytes(c.Of(1, 2, 16, 100)), .. file[at..]];
            case 2:
                return [.. file[..at], .. file[Math.Min(file.Length, at + c.Of(1, 2, 16, 100))..]];
            case 3 when file.Length >= 12:
                return [.. file[..10], .. c.Of("GS", "AZ", "CT", "gs", "ZZ").Select(l => (byte)l), .. file[12..]];
            case 4 when file.Length >= 10:
                return [.. file[..8], 0, (byte)c.Of(0, 2, 3, 1), .. file[10..]];
            default:
                byte[] changed = (byte[])file.Clone();
                if (changed.Length > 0)
                {
                    changed[Math.Min(at, changed.Length - 1)] ^= (byte)c.Between(1, 255);
                }

                return changed;
        }
    }
}
