using System.Globalization;
using System.Security.Cryptography;
using AesModes.Tool.Common;
using AesModes.Tool.Files;

namespace AesModes.Tests.Tool;

/// <summary>Tests that encrypted files match docs/file-format.md, by reading and writing them with the public classes. All other files must be rejected, with only authentic chunks written.</summary>
public class FileFormatTests
{
    private static readonly int[] _sizes = [0, 1, 15, 16, 17, 1000, 16_383, 16_384, 16_385, 32_768, 100_000];

    /// <summary>Small Argon2id parameters, because these tests need no protection.</summary>
    private static readonly byte[] _argon2 = FileFormat2.Argon2([.. Enumerable.Range(0, 16).Select(i => (byte)i)], 64, 1, 2);

    public static TheoryData<string> Algorithms => [.. FileAlgorithm.All.Select(a => a.Name)];

    public static TheoryData<string> Authenticated => ["gcm-siv", "aez"];

    public static MatrixTheoryData<string, string> Secrets => new(FileAlgorithm.All.Select(a => a.Name), ["KF", "RK", "PW"]);

    [Theory]
    [MemberData(nameof(Secrets))]
    public void EncryptAndDecrypt_EverySize_GiveTheFileBack(string name, string source)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        foreach (int size in _sizes)
        {
            byte[] plaintext = Bytes.Random(new Random(size), size);
            byte[] encrypted = Encrypt(folder, name, source, secret, plaintext);
            Assert.True(FileFormat2.TryRead(encrypted, source, secret, out byte[] read));
            Bytes.AssertEqual(plaintext, read, $"read by the document: {name}, {source}, {size} bytes");
            Bytes.AssertEqual(plaintext, Decrypt(folder, secret, encrypted), $"{name}, {source}, {size} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Secrets))]
    public void Decrypt_WrittenByTheDocument_GivesThePlaintext(string name, string source)
    {
        using TestFolder folder = new();
        Random random = new(1);
        byte[] header = FileFormat2.Header(name, source, source == "PW" ? _argon2 : null);
        foreach (int secretSize in source == "RK" ? (int[])[16, 33, 64, 65, 129, 1024] : [32])
        {
            byte[] secret = Bytes.Random(random, secretSize);
            foreach (int size in _sizes)
            {
                byte[] plaintext = Bytes.Random(random, size);
                byte[] encrypted = FileFormat2.Write(name, header, secret, Bytes.Random(random, FileFormat2.SaltSize), plaintext);
                Bytes.AssertEqual(plaintext, Decrypt(folder, secret, encrypted), $"{name}, {source}, secret of {secretSize}, {size} bytes");
            }
        }
    }

    /// <summary>The document must contain exactly this example.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Write_TheDocumentsExample_IsInTheDocument(string name)
    {
        byte[] secret = [.. Enumerable.Range(0, 32).Select(i => (byte)i)];
        byte[] salt = [.. Enumerable.Range(0x40, FileFormat2.SaltSize).Select(i => (byte)i)];
        byte[] keyFile = FileFormat2.WriteKeyFile(secret);
        byte[] encrypted = FileFormat2.Write(name, FileFormat2.Header(name, "KF"), secret, salt, "Hello, file.\n"u8.ToArray());
        (byte[] key, byte[] nonce, byte[] commitment) = FileFormat2.Derive(name, FileFormat2.Header(name, "KF"), secret, salt);

        using TestFolder folder = new();
        Assert.Equal("Hello, file.\n"u8.ToArray(), Decrypt(folder, secret, encrypted));
        string document = string.Concat(Repository.Read("docs/file-format.md", "It specifies the container.").Where(c => !char.IsWhiteSpace(c)));
        Assert.All(
            (byte[][])[keyFile, FileFormat2.DeriveAlgorithmKey(secret, name), key, nonce, commitment, encrypted],
            bytes => Assert.Contains(Convert.ToHexStringLower(bytes), document, StringComparison.Ordinal));
    }

    /// <summary>Flips every bit before the body, and tries every value of the header's codes. Nothing may be output, even with AES-CTR.</summary>
    [Theory]
    [MemberData(nameof(Secrets))]
    public void Decrypt_AnyByteChangedBeforeTheBody_IsRefused(string name, string source)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Encrypt(folder, name, source, secret, Bytes.Random(new Random(2), 100));
        int end = FileFormat2.BodyOffset + (source == "PW" ? _argon2.Length : 0);
        for (int at = 0; at < end; at++)
        {
            IEnumerable<int> differences = at is >= 8 and < 14 ? Enumerable.Range(1, 255) : Enumerable.Range(0, 8).Select(bit => 1 << bit);
            foreach (int difference in differences)
            {
                byte[] changed = (byte[])encrypted.Clone();
                changed[at] ^= (byte)difference;
                AssertRefused(folder, secret, changed, [], string.Create(CultureInfo.InvariantCulture, $"{name}, {source}, byte {at} with {difference:x2} added"));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Authenticated))]
    public void Decrypt_AnyByteOfTheBodyChanged_IsRefused(string name)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Encrypt(folder, name, "KF", secret, Bytes.Random(new Random(2), 100));
        for (int at = FileFormat2.BodyOffset; at < encrypted.Length; at++)
        {
            byte[] changed = (byte[])encrypted.Clone();
            changed[at] ^= 0x10;
            AssertRefused(folder, secret, changed, [], string.Create(CultureInfo.InvariantCulture, $"{name}, byte {at}"));
        }
    }

    /// <summary>Every shorter length, and some longer ones. Only AES-CTR accepts a body of another length.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Decrypt_TruncatedOrLonger_IsRefused(string name)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] plaintext = Bytes.Random(new Random(2), 100);
        byte[] encrypted = Encrypt(folder, name, "KF", secret, plaintext);
        for (int size = 0; size < encrypted.Length; size++)
        {
            if (name == "ctr" && size >= FileFormat2.BodyOffset)
            {
                Assert.Equal(plaintext[..(size - FileFormat2.BodyOffset)], Decrypt(folder, secret, encrypted[..size]));
                continue;
            }

            AssertRefused(folder, secret, encrypted[..size], [], string.Create(CultureInfo.InvariantCulture, $"{name}, the first {size} bytes"));
        }

        if (name != "ctr")
        {
            AssertRefused(folder, secret, [.. encrypted, 0], [], $"{name}, a byte more");
            AssertRefused(folder, secret, [.. encrypted, .. encrypted[FileFormat2.BodyOffset..]], [], $"{name}, the body twice");
        }
    }

    /// <summary>Three chunks and some bytes. Only the authentic chunks before the end or the change are output, and the failure says which it was.</summary>
    [Theory]
    [InlineData(0, 0, "truncated")]
    [InlineData(0, 1, "truncated")]
    [InlineData(1, 0, "its end is missing")]
    [InlineData(1, 1, "truncated")]
    [InlineData(2, 16_000, "Chunk 2 is not authentic")]
    [InlineData(3, 0, "its end is missing")]
    [InlineData(3, 100, "Chunk 3 is not authentic")]
    public void DecryptGcmSiv_TruncatedInChunks_GivesTheAuthenticOnesAndSaysSo(int chunks, int rest, string says)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] plaintext = Bytes.Random(new Random(2), (3 * FileFormat2.ChunkSize) + 100);
        byte[] encrypted = Encrypt(folder, "gcm-siv", "KF", secret, plaintext);
        byte[] truncated = encrypted[..(FileFormat2.BodyOffset + (chunks * (FileFormat2.ChunkSize + 16)) + rest)];
        CommandFailure failure = AssertRefused(folder, secret, truncated, plaintext[..(chunks * FileFormat2.ChunkSize)], $"{chunks} chunks and {rest} bytes");
        Assert.Contains(says, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("key or passphrase", failure.Message, StringComparison.Ordinal);

        byte[] changed = [.. encrypted];
        changed[Math.Min(truncated.Length, encrypted.Length - 1)] ^= 1;
        failure = AssertRefused(folder, secret, changed, plaintext[..(chunks * FileFormat2.ChunkSize)], $"changed after {chunks} chunks and {rest} bytes");
        Assert.Contains($"Chunk {chunks} is not authentic", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void DecryptGcmSiv_ChunksMoved_IsRefused()
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] plaintext = Bytes.Random(new Random(2), 3 * FileFormat2.ChunkSize);
        byte[] encrypted = Encrypt(folder, "gcm-siv", "KF", secret, plaintext);
        byte[] start = encrypted[..FileFormat2.BodyOffset];
        byte[][] chunks = [.. encrypted[FileFormat2.BodyOffset..].Chunk(FileFormat2.ChunkSize + 16)];
        Assert.Equal(4, chunks.Length);
        AssertRefused(folder, secret, [.. start, .. chunks[1], .. chunks[0], .. chunks[2], .. chunks[3]], [], "exchanged");
        AssertRefused(folder, secret, [.. start, .. chunks[0], .. chunks[2], .. chunks[3]], plaintext[..FileFormat2.ChunkSize], "one left out");
        AssertRefused(folder, secret, [.. start, .. chunks[3]], [], "the last one alone");
    }

    /// <summary>The failure message is specific, and nothing is written.</summary>
    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Decrypt_UnderAnotherSecret_SaysSo(string name)
    {
        using TestFolder folder = new();
        byte[] secret = Bytes.Random(new Random(1), 32);
        byte[] encrypted = Encrypt(folder, name, "KF", secret, new byte[100]);
        secret[31] ^= 1;
        CommandFailure failure = AssertRefused(folder, secret, encrypted, [], name);
        Assert.Equal($"The key or passphrase is not the one that {folder["in"]} was encrypted with, or its header was changed.", failure.Message);
    }

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Encrypt_Twice_NeverHasTheSameSalt(string name)
    {
        using TestFolder folder = new();
        byte[][] files = [.. Enumerable.Range(0, 3).Select(_ => Encrypt(folder, name, "KF", new byte[32], [1, 2, 3]))];
        Assert.Equal(3, files.Select(f => Convert.ToHexString(f, 14, FileFormat2.SaltSize)).Distinct().Count());
        Assert.Equal(3, files.Select(f => Convert.ToHexString(f, FileFormat2.BodyOffset, 3)).Distinct().Count());
    }

    /// <summary>HMAC pads a short key with zeros and hashes a key of more than 128 bytes, so these raw keys are equal as HMAC keys.</summary>
    [Fact]
    public void DeriveAlgorithmKey_RawKeysEqualForHmac_GivesDifferentKeys()
    {
        byte[] raw = Bytes.Random(new Random(1), 200);
        byte[][] secrets = [raw[..16], [.. raw[..16], 0], [.. raw[..16], .. new byte[112]], raw, SHA512.HashData(raw)];
        HashSet<string> keys = [];
        foreach (byte[] secret in secrets)
        {
            using SecretBuffer key = FileKeys.DeriveAlgorithmKey(FileAlgorithm.GcmSiv, SecretSource.RawKeyFile, secret);
            Assert.True(keys.Add(Convert.ToHexString(key.Bytes)), $"{secret.Length} bytes");
        }
    }

    /// <summary>One key file serves all algorithms. Its derived keys must not reveal each other, nor the key of a version 1 file.</summary>
    [Fact]
    public void DeriveAlgorithmKey_OneSecret_GivesUnrelatedKeys()
    {
        byte[] secret = Bytes.Random(new Random(1), 32);
        List<byte[]> keys = [secret];
        foreach (FileAlgorithm algorithm in FileAlgorithm.All)
        {
            using SecretBuffer key = FileKeys.DeriveAlgorithmKey(algorithm, SecretSource.KeyFile, secret);
            Assert.Equal(FileFormat2.DeriveAlgorithmKey(secret, algorithm.Name), key.Bytes);
            keys.Add([.. key.Bytes]);
            using FileKeys file = new(FileHeader.Create(algorithm, SecretSource.KeyFile), key.Bytes, new byte[FileFormat2.SaltSize]);
            keys.Add(file.Key.ToArray());
        }

        // At each position, bytes are equal by chance with probability 1/256.
        for (int one = 0; one < keys.Count; one++)
        {
            for (int other = 0; other < one; other++)
            {
                Assert.InRange(keys[one].Zip(keys[other]).Count(pair => pair.First == pair.Second), 0, 4);
            }
        }
    }

    internal static FileHeader NewHeader(string name, string source)
    {
        FileAlgorithm algorithm = FileAlgorithm.All.Single(a => a.Name == name);
        return FileHeader.Create(algorithm, SecretSource.All.Single(s => s.Code == source), source == "PW" ? Argon2Parameters.Read(_argon2, "test") : null);
    }

    internal static byte[] Encrypt(TestFolder folder, string name, string source, byte[] secret, byte[] plaintext)
    {
        using FileStream input = File.OpenRead(folder.Add("in", plaintext));
        using (FileStream output = new(folder["out"], FileMode.Create, FileAccess.ReadWrite))
        {
            FileCipher.Encrypt(NewHeader(name, source), secret, new FileInput(input), () => output, new Progress<long>(), CancellationToken.None);
        }

        return File.ReadAllBytes(folder["out"]);
    }

    private static byte[] Decrypt(TestFolder folder, byte[] secret, byte[] encrypted)
    {
        using FileStream input = File.OpenRead(folder.Add("in", encrypted));
        using (FileStream output = new(folder["out"], FileMode.Create, FileAccess.ReadWrite))
        {
            FileInput file = new(input);
            FileHeader header = FileHeader.Read(file);

            // A changed byte can make a version 1 header, which the command reads differently.
            FileHeader checkedHeader = header.Version == 2 ? header : throw new CommandFailure("version 1");
            FileCipher.Decrypt(checkedHeader, secret, file, () => output, new Progress<long>(), CancellationToken.None);
        }

        return File.ReadAllBytes(folder["out"]);
    }

    /// <summary>Expects only authentic chunks in the output. Tests of the command check that it removes the file.</summary>
    private static CommandFailure AssertRefused(TestFolder folder, byte[] secret, byte[] encrypted, byte[] authentic, string what)
    {
        File.Delete(folder["out"]);
        try
        {
            byte[] plaintext = Decrypt(folder, secret, encrypted);
            Assert.Fail($"{what}: gave {plaintext.Length} bytes.");
            return null!;
        }
        catch (CommandFailure failure)
        {
            Bytes.AssertEqual(authentic, File.Exists(folder["out"]) ? File.ReadAllBytes(folder["out"]) : [], what);
            return failure;
        }
    }
}
