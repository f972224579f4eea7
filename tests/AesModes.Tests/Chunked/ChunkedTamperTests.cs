using System.Security.Cryptography;
using static AesModes.Tests.Chunked.ChunkedSample;

namespace AesModes.Tests.Chunked;

/// <summary>From a changed message, the decryptor gives a beginning of the plaintext and then throws on every read.</summary>
[Fast]
public sealed class ChunkedTamperTests
{
    private static readonly byte[] _plaintext = CreatePlaintext((2 * Chunk) + 100);

    private static readonly byte[] _message = Encrypt(_plaintext);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Read_MessageTruncatedAtEveryByte_GivesWholeChunksThenFails(bool seekable)
    {
        foreach (int size in Effort.Thin(Enumerable.Range(0, _message.Length), Effort.IsReduced ? 300 : _message.Length))
        {
            AssertFails(_message[..size], Math.Max(0, size - Header) / SealedChunk, seekable);
        }
    }

    [Fact]
    public void Length_MessageTruncatedAtEveryByte_Throws()
    {
        using ChunkedAesGcmSiv mode = Create();
        foreach (int size in Effort.Thin(Enumerable.Range(0, _message.Length), Effort.IsReduced ? 300 : 5000).Append(Header + SealedChunk).Append(Header))
        {
            using Stream decryptor = mode.CreateDecryptor(new MemoryStream(_message[..size]));
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Length);
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
        }
    }

    [Fact]
    public void Read_AnyByteChanged_GivesTheChunksBeforeIt()
    {
        foreach (int at in Effort.Thin(Enumerable.Range(0, _message.Length), 400).Concat(Enumerable.Range(0, Header)).Append(_message.Length - 1))
        {
            byte[] changed = [.. _message];
            changed[at] ^= (byte)(1 << (at % 8));
            AssertFails(changed, Math.Max(0, at - Header) / SealedChunk, at % 2 == 0);
        }
    }

    [Theory]
    [InlineData("1,0,2", 0)]
    [InlineData("0,2", 1)]
    [InlineData("1,2", 0)]
    [InlineData("0,0,2", 1)]
    [InlineData("0,1,1,2", 2)]
    [InlineData("0,1,2,2", 2)]
    [InlineData("0,1", 2)]
    [InlineData("2", 0)]
    [InlineData("", 0)]
    public void Read_ChunksReorderedRepeatedOrDropped_Fails(string order, int authentic)
    {
        int[] numbers = [.. order.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(n => int.Parse(n, System.Globalization.CultureInfo.InvariantCulture))];
        byte[] changed = [.. _message[..Header], .. numbers.SelectMany(ChunkOf)];
        AssertFails(changed, authentic, seekable: true);
        AssertFails(changed, authentic, seekable: false);
    }

    [Fact]
    public void Read_ChunkOfAnotherMessageUnderTheKey_Fails()
    {
        byte[] other = Encrypt(_plaintext);
        for (int chunk = 0; chunk < 3; chunk++)
        {
            byte[] changed = [.. _message];
            ChunkOf(chunk, other).CopyTo(changed.AsSpan(Header + (chunk * SealedChunk)));
            AssertFails(changed, chunk, seekable: true);
        }
    }

    [Fact]
    public void Read_HeaderOfAnotherMessageUnderTheKey_Fails() => AssertFails([.. Encrypt(_plaintext)[..Header], .. _message[Header..]], 0, seekable: true);

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(SealedChunk)]
    public void Read_BytesAfterTheLastChunk_Fails(int count) => AssertFails([.. _message, .. new byte[count]], 2, seekable: true);

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("contexts")]
    [InlineData("Context")]
    public void Read_AnotherContext_Fails(string context)
    {
        byte[] message = Encrypt(_plaintext, "context"u8);
        Assert.Equal(_plaintext, Decrypt(message, context: "context"u8.ToArray()).Plaintext);
        (byte[] plaintext, Exception? failure) = Decrypt(message, context: System.Text.Encoding.ASCII.GetBytes(context));
        Assert.IsType<AuthenticationTagMismatchException>(failure);
        Assert.Contains("another key or context", failure.Message, StringComparison.Ordinal);
        Assert.Empty(plaintext);
    }

    [Fact]
    public void Read_AnotherKey_FailsAtTheCommitment()
    {
        for (int bit = 0; bit < 256; bit++)
        {
            byte[] key = [.. Key];
            key[bit / 8] ^= (byte)(1 << (bit % 8));
            using ChunkedAesGcmSiv mode = new(key);
            using Stream decryptor = mode.CreateDecryptor(new MemoryStream(_message));
            Exception e = Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[Chunk]));
            Assert.Contains("another key or context", e.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>After a failure in one chunk, reads of every other chunk fail too.</summary>
    [Fact]
    public void Read_AfterAFailureElsewhere_FailsEverywhere()
    {
        byte[] changed = [.. _message];
        changed[Header + SealedChunk] ^= 1;
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(changed));
        byte[] piece = new byte[100];
        Assert.Equal(100, decryptor.Read(piece));
        Assert.Equal(_plaintext.Length, decryptor.Length);
        decryptor.Position = Chunk + 5;
        Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(piece));
        foreach (long position in (long[])[0, _plaintext.Length, 10 * Chunk])
        {
            decryptor.Position = position;
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(piece));
        }

        Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Length);
    }

    private static byte[] ChunkOf(int number) => ChunkOf(number, _message);

    private static byte[] ChunkOf(int number, byte[] message) => message[(Header + (number * SealedChunk))..Math.Min(Header + ((number + 1) * SealedChunk), message.Length)];

    private static void AssertFails(byte[] message, int authenticChunks, bool seekable)
    {
        using ChunkedAesGcmSiv mode = Create();
        foreach (int pieceSize in (int[])[3 * Chunk, 5000])
        {
            using Stream decryptor = mode.CreateDecryptor(new TestStream(message) { Seekable = seekable });
            (byte[] plaintext, Exception? failure) = Read(decryptor, pieceSize);
            Assert.IsType<AuthenticationTagMismatchException>(failure);
            Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
            Assert.True(plaintext.AsSpan().SequenceEqual(_plaintext.AsSpan(0, authenticChunks * Chunk)), $"{plaintext.Length} bytes came out, {authenticChunks} chunks are authentic.");
        }
    }
}
