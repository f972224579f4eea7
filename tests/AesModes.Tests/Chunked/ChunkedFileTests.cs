using System.Security.Cryptography;
using AesModes.Tests.Tool;
using static AesModes.Tests.Chunked.ChunkedSample;

namespace AesModes.Tests.Chunked;

/// <summary>Tests the encryption and decryption of whole files.</summary>
[Fast]
public sealed class ChunkedFileTests : IDisposable
{
    private const int Batch = AesModes.Modes.ChunkedFile.ChunksPerBatch * Chunk;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Chunk)]
    [InlineData(Batch - 1)]
    [InlineData(Batch)]
    [InlineData(Batch + 1)]
    [InlineData((5 * Batch) + Chunk)]
    [InlineData((7 * Batch) + 12_345)]
    public void Files_OnAnyNumberOfCores_AreWhatStreamsReadAndWrite(int size)
    {
        byte[] plaintext = CreatePlaintext(size);
        File.WriteAllBytes(PathOf("plain"), plaintext);
        using ChunkedAesGcmSiv mode = Create();
        foreach (int cores in (int[])[-1, 1, 3])
        {
            Recorder progress = new();
            mode.EncryptFile(PathOf("plain"), PathOf("sealed"), "context"u8, progress, cores);
            progress.AssertRisesTo(size);
            AssertGives(plaintext, Decrypt(File.ReadAllBytes(PathOf("sealed")), context: "context"u8.ToArray()));

            progress = new();
            mode.DecryptFile(PathOf("sealed"), PathOf("opened"), "context"u8, progress, cores);
            progress.AssertRisesTo(size);
            Assert.Equal(plaintext, File.ReadAllBytes(PathOf("opened")));
            File.Delete(PathOf("sealed"));
            File.Delete(PathOf("opened"));

            File.WriteAllBytes(PathOf("sealed"), Encrypt(plaintext));
            mode.DecryptFile(PathOf("sealed"), PathOf("opened"), maxDegreeOfParallelism: cores);
            Assert.Equal(plaintext, File.ReadAllBytes(PathOf("opened")));
            File.Delete(PathOf("sealed"));
            File.Delete(PathOf("opened"));
        }
    }

    [Theory]
    [InlineData(0, false, "another key")]
    [InlineData(30, false, "another key")]
    [InlineData(Header, false, "Chunk 0 is not")]
    [InlineData(Header + (40 * SealedChunk) + 3, false, "Chunk 40 is not")]
    [InlineData(Header + (70 * SealedChunk) + 5, false, "Chunk 70 is not")]
    [InlineData(Header + (70 * SealedChunk), true, "its end is missing")]
    [InlineData(Header + (70 * SealedChunk) + 17, true, "Chunk 70 is not")]
    [InlineData(Header + (33 * SealedChunk), true, "its end is missing")]
    [InlineData(Header + 10, true, "its end is missing")]
    [InlineData(Header, true, "its end is missing")]
    [InlineData(Header - 1, true, "its end is missing")]
    [InlineData(0, true, "its end is missing")]
    public void DecryptFile_ChangedOrTruncated_LeavesNoFile(int at, bool truncates, string message)
    {
        byte[] whole = Encrypt(CreatePlaintext((70 * Chunk) + 100));
        byte[] changed = truncates ? whole[..at] : [.. whole];
        if (!truncates)
        {
            changed[at] ^= 1;
        }

        File.WriteAllBytes(PathOf("sealed"), changed);
        using ChunkedAesGcmSiv mode = Create();
        bool began = false;
        Recorder progress = new(_ => began = true);
        Exception e = Assert.Throws<AuthenticationTagMismatchException>(() => mode.DecryptFile(PathOf("sealed"), PathOf("opened"), progress: progress));
        Assert.Contains(message, e.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(PathOf("opened")));

        // The header and the last chunk are checked before any other.
        Assert.Equal(!truncates && at is >= Header and < Header + (70 * SealedChunk), began);
    }

    [Fact]
    public void Files_ThatExist_AreNotReplaced()
    {
        File.WriteAllBytes(PathOf("plain"), [1]);
        File.WriteAllBytes(PathOf("there"), [2]);
        using ChunkedAesGcmSiv mode = Create();
        Assert.Throws<IOException>(() => mode.EncryptFile(PathOf("plain"), PathOf("there")));
        Assert.Throws<IOException>(() => mode.EncryptFile(PathOf("plain"), PathOf("plain")));
        mode.EncryptFile(PathOf("plain"), PathOf("sealed"));
        Assert.Throws<IOException>(() => mode.DecryptFile(PathOf("sealed"), PathOf("there")));
        Assert.Equal([2], File.ReadAllBytes(PathOf("there")));
        Assert.Throws<FileNotFoundException>(() => mode.EncryptFile(PathOf("none"), PathOf("new")));
        Assert.False(File.Exists(PathOf("new")));
    }

    [Fact]
    public void Files_Cancelled_LeaveNothing()
    {
        File.WriteAllBytes(PathOf("plain"), CreatePlaintext(20 * Batch));
        using ChunkedAesGcmSiv mode = Create();
        foreach (int most in (int[])[0, 3 * Batch])
        {
            using CancellationTokenSource source = new();
            Recorder progress = new(done => _ = done >= most ? CancelNow(source) : 0);
            Assert.ThrowsAny<OperationCanceledException>(() => mode.EncryptFile(PathOf("plain"), PathOf("sealed"), progress: progress, cancellationToken: source.Token));
            Assert.False(File.Exists(PathOf("sealed")));
        }
    }

    [Fact]
    public void EncryptFile_FileThatGrows_Fails()
    {
        File.WriteAllBytes(PathOf("plain"), CreatePlaintext(3 * Batch));
        using ChunkedAesGcmSiv mode = Create();
        using FileStream growing = new(PathOf("plain"), FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
        using FileStream plaintext = new(PathOf("plain"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
        using FileStream ciphertext = File.Create(PathOf("sealed"));
        Assert.Throws<IOException>(() => mode.Encrypt(plaintext, ciphertext, default, new Recorder(_ => Grow(growing)), new ParallelOptions()));
        ciphertext.Position = 0;
        using Stream decryptor = mode.CreateDecryptor(ciphertext);
        Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
    }

    /// <summary>Linux reports a length of 0 for this file, although it has content.</summary>
    [Fact]
    public void EncryptFile_FileWithoutLength_Fails()
    {
        Assert.SkipUnless(File.Exists("/proc/self/status"), "there is no /proc");
        using ChunkedAesGcmSiv mode = Create();
        Assert.Throws<IOException>(() => mode.EncryptFile("/proc/self/status", PathOf("sealed")));
        Assert.False(File.Exists(PathOf("sealed")));
    }

    [Fact]
    public void Files_WrongArguments_AreRefused()
    {
        File.WriteAllBytes(PathOf("plain"), [1]);
        using ChunkedAesGcmSiv mode = Create();
        Assert.Throws<ArgumentNullException>("plaintextPath", () => mode.EncryptFile(null!, "x"));
        Assert.Throws<ArgumentNullException>("ciphertextPath", () => mode.EncryptFile("x", null!));
        Assert.Throws<ArgumentException>("ciphertextPath", () => mode.DecryptFile("", "x"));
        Assert.Throws<ArgumentException>("plaintextPath", () => mode.DecryptFile("x", ""));
        foreach (int cores in (int[])[0, -2])
        {
            Assert.Throws<ArgumentOutOfRangeException>("maxDegreeOfParallelism", () => mode.EncryptFile(PathOf("plain"), PathOf("sealed"), maxDegreeOfParallelism: cores));
            Assert.Throws<ArgumentOutOfRangeException>("maxDegreeOfParallelism", () => mode.DecryptFile(PathOf("plain"), PathOf("sealed"), maxDegreeOfParallelism: cores));
        }

        Assert.False(File.Exists(PathOf("sealed")));
    }

    private static int CancelNow(CancellationTokenSource source)
    {
        source.Cancel();
        return 0;
    }

    private static void Grow(FileStream file)
    {
        file.Write([1]);
        file.Flush();
    }

    private string PathOf(string name) => _folder[name];

    private sealed class Recorder(Action<long>? then = null) : IProgress<long>
    {
        private readonly List<long> _values = [];

        public void Report(long value)
        {
            _values.Add(value);
            then?.Invoke(value);
        }

        public void AssertRisesTo(long size)
        {
            Assert.Equal(0, _values[0]);
            Assert.Equal(size, _values[^1]);
            Assert.Equal(_values.Order(), _values);
        }
    }
}
