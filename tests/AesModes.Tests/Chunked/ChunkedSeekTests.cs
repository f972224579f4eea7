using System.Security.Cryptography;
using static AesModes.Tests.Chunked.ChunkedSample;

namespace AesModes.Tests.Chunked;

/// <summary>Tests a decryptor over a source that can seek.</summary>
[Fast]
public sealed class ChunkedSeekTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Chunk - 1)]
    [InlineData(Chunk)]
    [InlineData(Chunk + 1)]
    [InlineData((5 * Chunk) + 77)]
    [InlineData(8 * Chunk)]
    public void Read_AfterRandomSeeks_GivesThePlaintextThere(int size)
    {
        byte[] plaintext = CreatePlaintext(size);
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(plaintext)));
        Random random = Sweep.Start();
        int count = Sweep.IsExhaustive ? 1_000_000 : Effort.IsSlow ? 100 : Effort.IsReduced ? 2_000 : 20_000;
        byte[] piece = new byte[3 * Chunk];
        for (int i = 0; i < count; i++)
        {
            long position = random.Next(4) == 0 ? size - random.Next(Math.Min(size + 1, 100)) : random.NextInt64(size + (2 * Chunk));
            int length = random.Next(5) == 0 ? random.Next(piece.Length) : random.Next(200);
            switch (random.Next(3))
            {
                case 0: decryptor.Position = position; break;
                case 1: Assert.Equal(position, decryptor.Seek(position, SeekOrigin.Begin)); break;
                default: Assert.Equal(position, decryptor.Seek(position - size, SeekOrigin.End)); break;
            }

            int read = decryptor.ReadAtLeast(piece.AsSpan(0, length), length, throwOnEndOfStream: false);
            int expected = (int)Math.Clamp(size - position, 0, length);
            Assert.Equal(expected, read);
            Assert.Equal(position + expected, decryptor.Position);
            Assert.True(expected == 0 || plaintext.AsSpan((int)position, expected).SequenceEqual(piece.AsSpan(0, read)), $"{length} bytes at {position}");
        }

        Assert.Equal(size, decryptor.Length);
    }

    /// <summary>A message need not begin at its source's beginning. The bytes before it are longer than a chunk; fewer would not change the last chunk's number.</summary>
    [Fact]
    public void Read_MessageAfterOtherBytes_StartsAtTheSourcesPosition()
    {
        byte[] plaintext = CreatePlaintext(40_000);
        MemoryStream source = new([.. new byte[20_000], .. Encrypt(plaintext)]) { Position = 20_000 };
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(source);
        Assert.Equal(40_000, decryptor.Length);
        decryptor.Position = 39_990;
        Assert.Equal(plaintext[39_990..], Read(decryptor, 100).Plaintext);
    }

    /// <summary>Two decryptors over one source do not affect each other: each sets the position before it reads.</summary>
    [Fact]
    public void Read_TwoDecryptorsOverOneSource_EachReadsItsOwnPlace()
    {
        byte[] plaintext = CreatePlaintext(5 * Chunk);
        MemoryStream source = new(Encrypt(plaintext));
        using ChunkedAesGcmSiv mode = Create();
        using Stream one = mode.CreateDecryptor(source, leaveOpen: true);
        source.Position = 0;
        using Stream other = mode.CreateDecryptor(source, leaveOpen: true);
        other.Position = 3 * Chunk;
        byte[] piece = new byte[Chunk / 2];
        for (int i = 0; i < 4; i++)
        {
            one.ReadExactly(piece);
            Assert.True(plaintext.AsSpan(i * piece.Length, piece.Length).SequenceEqual(piece));
            other.ReadExactly(piece);
            Assert.True(plaintext.AsSpan((3 * Chunk) + (i * piece.Length), piece.Length).SequenceEqual(piece));
        }
    }

    /// <summary>The stream's first read is past the end, in a last chunk that is empty.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(Chunk)]
    public void Read_PastEmptyLastChunk_ReturnsZero(int size)
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(new byte[size])));
        decryptor.Position = size + 5;
        Assert.Equal(0, decryptor.Read(new byte[1]));
        Assert.Equal(size, decryptor.Length);
    }

    [Theory]
    [InlineData(1L << 31)]
    [InlineData(1L << 32)]
    [InlineData((1L << 52) - 1)]
    public void Read_FarPastTheEnd_GivesNothing(long position)
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(new byte[100])));
        decryptor.Position = position;
        Assert.Equal(0, decryptor.Read(new byte[1]));
        decryptor.Position = 99;
        Assert.Equal(1, decryptor.Read(new byte[10]));
    }

    [Fact]
    public void Position_NegativeOrTooLarge_IsRefused()
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(new byte[100])));
        decryptor.Position = 7;
        Assert.Throws<ArgumentOutOfRangeException>("value", () => decryptor.Position = -1);
        Assert.Throws<ArgumentOutOfRangeException>("value", () => decryptor.Position = 1L << 52);
        Assert.Throws<IOException>(() => decryptor.Seek(-8, SeekOrigin.Current));
        Assert.Throws<IOException>(() => decryptor.Seek(-101, SeekOrigin.End));
        Assert.Throws<IOException>(() => decryptor.Seek(long.MaxValue, SeekOrigin.Current));
        Assert.Throws<ArgumentException>("origin", () => decryptor.Seek(0, (SeekOrigin)3));
        Assert.Equal(7, decryptor.Position);
    }

    [Fact]
    public void Seek_UnseekableSource_ThrowsNotSupported()
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new TestStream(Encrypt(new byte[100])) { Seekable = false });
        Assert.False(decryptor.CanSeek);
        Assert.Throws<NotSupportedException>(() => decryptor.Length);
        Assert.Throws<NotSupportedException>(() => decryptor.Position);
        Assert.Throws<NotSupportedException>(() => decryptor.Position = 0);
        Assert.Throws<NotSupportedException>(() => decryptor.Seek(0, SeekOrigin.Begin));
        Assert.Equal(100, decryptor.Read(new byte[200]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(Chunk)]
    public void Read_PastTheEndOfATruncatedMessage_Throws(int missing)
    {
        byte[] message = Encrypt(CreatePlaintext((2 * Chunk) + 100));
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(message[..^(116 + missing)]));
        decryptor.Position = 10 * Chunk;
        Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
        decryptor.Position = 0;
        Assert.Throws<AuthenticationTagMismatchException>(() => decryptor.Read(new byte[1]));
    }

    /// <summary>A source that reports an incorrect length must never make the decryptor accept part of a message.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(Header)]
    [InlineData(Header + 20)]
    [InlineData(Header + SealedChunk + 16)]
    [InlineData(Header + (2 * SealedChunk))]
    [InlineData(10_000_000)]
    public void Length_SourceReportsWrongLength_Throws(long stated)
    {
        byte[] plaintext = CreatePlaintext((2 * Chunk) + 100);
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new TestStream(Encrypt(plaintext)) { ReportedLength = stated });
        Exception? e = Record.Exception(() => decryptor.Length);
        Assert.True(e is AuthenticationTagMismatchException or IOException, $"{e}");
    }

    /// <summary>Reading depends on the source's bytes, not on the length that it reports.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(10_000_000)]
    public void Read_SourceThatStatesAnotherLength_ReadsAll(long stated)
    {
        byte[] plaintext = CreatePlaintext((2 * Chunk) + 100);
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new TestStream(Encrypt(plaintext)) { ReportedLength = stated });
        Assert.Equal(plaintext, Read(decryptor, 1000).Plaintext);
    }

    /// <summary>A read needs one chunk, and the length needs one more.</summary>
    [Fact]
    public void Read_AtAnyPosition_ReadsOneChunkFromTheSource()
    {
        byte[] plaintext = CreatePlaintext(100 * Chunk);
        TestStream source = new(Encrypt(plaintext));
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(source);
        decryptor.Position = 50 * Chunk;
        decryptor.ReadExactly(new byte[100]);
        Assert.Equal(2, source.Reads);
        Assert.Equal(Header + (51 * SealedChunk), source.Place);
        Assert.Equal(plaintext.Length, decryptor.Length);
        Assert.Equal(4, source.Reads);
        Assert.Equal(plaintext.Length, decryptor.Length);
        Assert.Equal(4, source.Reads);
        decryptor.Position = 3;
        decryptor.ReadExactly(new byte[100]);
        Assert.Equal(5, source.Reads);
    }
}
