using AesModes.Tests.Tool;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Files that are nearly what aesmodes encrypt writes, under keys that are nearly right: what is read is what docs/file-format.md says, and
/// everything else is a <see cref="CommandFailure"/> with nothing in the output.
/// </summary>
internal sealed class ContainerFuzz : FuzzKind
{
    private readonly TestFolder _folder = new();

    public override void Try(FuzzCase c)
    {
        FileAlgorithm algorithm = c.Of<FileAlgorithm>([.. FileAlgorithm.All]);
        byte[] key = c.Bytes(algorithm == FileAlgorithm.Aez && c.Next(2) == 0 ? c.Between(16, FileAlgorithm.MaxKeySize) : c.Of(16, 32));
        byte[] plaintext = c.Bytes(c.Size(c.Seldom(10) ? 300_000 : 700));
        byte[] file = c.Next(2) == 0 ? FileFormatTests.Encrypt(_folder, algorithm.Name, key, plaintext) : FileFormat.Write(algorithm.Name, key, c.Bytes(algorithm.NonceSize), plaintext);
        Expect.Same(plaintext, FileFormat.Read(file, key), $"{algorithm}, {plaintext.Length} bytes, read by the document");
        Check(file, key, $"{algorithm}, {plaintext.Length} bytes");

        byte[] changed = file;
        for (int changes = c.Between(1, 3); changes > 0; changes--)
        {
            changed = Change(c, changed);
        }

        byte[] otherKey = c.Next(5) switch
        {
            0 => c.Bytes(c.Of(16, 32, 24, 0, 15, 33, 1024, 1025, 1026)),
            _ => key,
        };
        Check(changed, otherKey, $"{algorithm}, {plaintext.Length} bytes, changed: {Convert.ToHexStringLower(changed.AsSpan(0, Math.Min(changed.Length, 100)))}, {changed.Length} bytes, key of {otherKey.Length}");
    }

    public override void Dispose()
    {
        _folder.Dispose();
        base.Dispose();
    }

    public void Check(byte[] file, byte[] key, string what) => Check(file, key, FileFormat.Read(file, key), what);

    /// <summary>As the command does it: the header, then the key for its algorithm, then the rest.</summary>
    /// <param name="file">What is decrypted.</param>
    /// <param name="key">The key file's content.</param>
    /// <param name="expected">The plaintext; null for what must be refused.</param>
    /// <param name="what">For the message of a failure.</param>
    public void Check(byte[] file, byte[] key, byte[]? expected, string what)
    {
        string keyPath = _folder.Add("key", key);
        using FileStream input = File.OpenRead(_folder.Add("in", file));
        using WatchedFile output = new(_folder["out"], isRefused: expected is null);
        try
        {
            FileHeader header = FileHeader.Read(input, "in");
            using KeyFile keyFile = KeyFile.Read(keyPath, header.Algorithm);
            FileCipher.Decrypt(header, keyFile.Key, input, () => output, new Progress<long>(), CancellationToken.None);
        }
        catch (CommandFailure failure)
        {
            Assert.True(expected is null, $"{what}: {failure}");
            Assert.True(output.Length == 0, $"{what}: {output.Length} bytes are out.");
            return;
        }

        output.Flush();
        Assert.True(expected is not null, $"{what}: taken.");
        Expect.Same(expected, File.ReadAllBytes(_folder["out"]), what);
    }

    /// <summary>Of what is refused not a byte is written, not even for a moment.</summary>
    private sealed class WatchedFile(string path, bool isRefused) : FileStream(path, FileMode.Create, FileAccess.ReadWrite)
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            AssertTaken();
            base.Write(buffer, offset, count);
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            AssertTaken();
            base.Write(buffer);
        }

        private void AssertTaken() => Assert.False(isRefused, "written before it was authentic");
    }

    private static byte[] Change(FuzzCase c, byte[] file)
    {
        // Mostly in the header.
        int at = c.Next(Math.Min(file.Length, c.Next(2) == 0 ? 44 : int.MaxValue) + 1);
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
                return [.. file[..8], 0, (byte)c.Of(0, 2, 255, 1), .. file[10..]];
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
