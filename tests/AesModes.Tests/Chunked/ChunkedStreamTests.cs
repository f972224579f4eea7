using System.Buffers;
using System.Security.Cryptography;
using AesModes.Modes;
using static AesModes.Tests.Chunked.ChunkedSample;

namespace AesModes.Tests.Chunked;

/// <summary>Tests the contract of <see cref="ChunkedAesGcmSiv"/> and its streams.</summary>
[Fast]
public sealed class ChunkedStreamTests
{
    public static TheoryData<int> Sizes => [0, 1, 15, 16, 17, 100, Chunk - 1, Chunk, Chunk + 1, (2 * Chunk) - 1, 2 * Chunk, (4 * Chunk) + 5, 8 * Chunk, 300_001];

    [Theory]
    [MemberData(nameof(Sizes))]
    public async Task Streams_AnyPieces_GiveThePlaintextBack(int size)
    {
        byte[] plaintext = CreatePlaintext(size);
        using ChunkedAesGcmSiv mode = Create();
        foreach (int piece in (int[])[977, Chunk - 1, Chunk, Chunk + 1, 81_920, 1_000_000])
        {
            MemoryStream message = new();
            await using (ChunkedEncryptionStream encryptor = mode.CreateEncryptor(message, leaveOpen: true))
            {
                for (int at = 0; at < size; at += piece)
                {
                    int count = Math.Min(piece, size - at);
                    switch (at / piece % 4)
                    {
                        case 0: encryptor.Write(plaintext.AsSpan(at, count)); break;
                        case 1: await encryptor.WriteAsync(plaintext.AsMemory(at, count), CancellationToken.None); break;
                        case 2: encryptor.Write(plaintext, at, count); break;
                        default: await encryptor.WriteAsync(plaintext, at, count, CancellationToken.None); break;
                    }
                }
            }

            Assert.Equal(ChunkedAesGcmSiv.GetCiphertextLength(size), message.Length);
            Assert.Equal(size, ChunkedAesGcmSiv.GetPlaintextLength(message.Length));
            foreach (bool seekable in (bool[])[true, false])
            {
                AssertGives(plaintext, Decrypt(message.ToArray(), piece, seekable));
                await using Stream decryptor = mode.CreateDecryptor(new TestStream(message.ToArray()) { Seekable = seekable });
                MemoryStream result = new();
                await decryptor.CopyToAsync(result, CancellationToken.None);
                Assert.Equal(plaintext, result.ToArray());
                using Stream again = mode.CreateDecryptor(new TestStream(message.ToArray()) { Seekable = seekable });
                result = new MemoryStream();
                again.CopyTo(result);
                Assert.Equal(plaintext, result.ToArray());
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Streams_EveryBackend_MakeTheSameMessage(string name)
    {
        byte[] plaintext = CreatePlaintext(Effort.IsSlow ? Chunk + 5 : (3 * Chunk) + 5);
        foreach (int keySize in (int[])[16, 32])
        {
            byte[] key = Key[..keySize];
            using ChunkedAesGcmSiv mode = new(key, TestBackends.Get(name));
            using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(mode, plaintext)));
            AssertGives(plaintext, Read(decryptor, 1 << 17));
            using ChunkedAesGcmSiv other = new(key);
            using Stream onDefault = other.CreateDecryptor(new MemoryStream(Encrypt(mode, plaintext)));
            AssertGives(plaintext, Read(onDefault, 1 << 17));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(777)]
    [InlineData(SealedChunk - 1)]
    public async Task Read_SourceWithShortReads_ReadsAll(int most)
    {
        byte[] plaintext = CreatePlaintext((2 * Chunk) + 100);
        byte[] message = Encrypt(plaintext);
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new TestStream(message) { ReadSize = _ => most });
        AssertGives(plaintext, Read(decryptor, 1 << 17));
        await using Stream asynchronous = mode.CreateDecryptor(new TestStream(message) { ReadSize = _ => most, Seekable = false });
        MemoryStream result = new();
        await asynchronous.CopyToAsync(result, CancellationToken.None);
        Assert.Equal(plaintext, result.ToArray());
    }

    [Fact]
    public void Read_ByteByByte_GivesThePlaintext()
    {
        byte[] plaintext = CreatePlaintext(Chunk + 3);
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(plaintext)));
        Assert.All(plaintext, value => Assert.Equal(value, decryptor.ReadByte()));
        Assert.Equal(-1, decryptor.ReadByte());
    }

    [Fact]
    public async Task Read_IntoPartOfArray_WritesOnlyThatPart()
    {
        byte[] plaintext = CreatePlaintext(100);
        byte[] message = Encrypt(plaintext);
        using ChunkedAesGcmSiv mode = Create();
        foreach (bool isAsync in (bool[])[true, false])
        {
            byte[] buffer = new byte[200];
            await using Stream decryptor = mode.CreateDecryptor(new MemoryStream(message));
#pragma warning disable CA1835, CA2022, CA1849 // These tests are about these overloads.
            int count = isAsync ? await decryptor.ReadAsync(buffer, 50, 60, CancellationToken.None) : decryptor.Read(buffer, 50, 60);
#pragma warning restore CA1835, CA2022, CA1849
            Assert.Equal(60, count);
            Assert.Equal([.. new byte[50], .. plaintext[..60], .. new byte[90]], buffer);
        }
    }

    [Fact]
    public void Write_ByteByByte_MakesTheMessage()
    {
        byte[] plaintext = CreatePlaintext(Chunk + 3);
        MemoryStream message = new();
        using ChunkedAesGcmSiv mode = Create();
        using (ChunkedEncryptionStream encryptor = mode.CreateEncryptor(message, leaveOpen: true))
        {
            Assert.All(plaintext, encryptor.WriteByte);
        }

        AssertGives(plaintext, Decrypt(message.ToArray()));
    }

    /// <summary>A failure of the source loses no bytes, and the caller can repeat the read.</summary>
    [Fact]
    public void Read_SourceFailsInTheMiddle_GoesOnAfterwards()
    {
        byte[] plaintext = CreatePlaintext((3 * Chunk) + 100);
        using ChunkedAesGcmSiv mode = Create();
        foreach (bool seekable in (bool[])[true, false])
        {
            TestStream source = new(Encrypt(plaintext)) { Seekable = seekable, ReadSize = _ => 5000, OnRead = read => _ = read % 3 == 0 ? throw new TestException() : 0 };
            using Stream decryptor = mode.CreateDecryptor(source);
            MemoryStream result = new();
            byte[] piece = new byte[Chunk];
            for (int count = 1, failures = 0; count > 0; Assert.InRange(failures, 0, 100))
            {
                try
                {
                    count = decryptor.Read(piece);
                    result.Write(piece, 0, count);
                }
                catch (TestException)
                {
                    failures++;
                }
            }

            Assert.Equal(plaintext, result.ToArray());
        }
    }

    /// <summary>A failure to read the length does not mean that the message is not authentic.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(10 * Chunk)]
    public void Read_AfterTheLengthCouldNotBeRead_GoesOn(long position)
    {
        byte[] plaintext = CreatePlaintext((3 * Chunk) + 100);
        for (int failing = 1; failing <= 4; failing++)
        {
            int fails = failing;
            using ChunkedAesGcmSiv mode = Create();
            using Stream decryptor = mode.CreateDecryptor(new TestStream(Encrypt(plaintext)) { OnRead = read => _ = read == fails ? throw new TestException() : 0 });
            decryptor.Position = position;
            _ = Record.Exception(() => position == 0 ? decryptor.Length : decryptor.Read(new byte[10]));
            decryptor.Position = 0;
            if (Record.Exception(() => decryptor.Read(new byte[10])) is { } e)
            {
                Assert.IsType<TestException>(e);
            }

            decryptor.Position = 0;
            AssertGives(plaintext, Read(decryptor, 1000));
            Assert.Equal(plaintext.Length, decryptor.Length);
        }
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1_000_000)]
    public void Read_SourceReturnsAWrongCount_Throws(int wrong)
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new WrongCountStream(wrong));
        Assert.Throws<IOException>(() => decryptor.Read(new byte[10]));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_DestinationFails_LeavesAMessageThatDoesNotOpen(bool partly)
    {
        TestStream destination = new() { PartialWrite = partly ? 3 : 0, OnWrite = write => _ = !partly && write == 3 ? throw new TestException() : 0 };
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: true);
        byte[] piece = CreatePlaintext(ChunkWriter.OutputSize / SealedChunk * Chunk);
        encryptor.Write(piece);
        encryptor.Write(piece);
        Assert.Throws<TestException>(() => encryptor.Write(piece));
        Assert.Throws<InvalidOperationException>(() => encryptor.Write(piece));
        Assert.Throws<InvalidOperationException>(encryptor.Flush);
        encryptor.Dispose();
        Assert.IsType<AuthenticationTagMismatchException>(Decrypt(destination.Content).Failure);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(Chunk)]
    [InlineData(Chunk + 100)]
    public async Task Abort_ThenDispose_LeavesAMessageThatDoesNotOpen(int size)
    {
        foreach (bool asynchronous in (bool[])[true, false])
        {
            MemoryStream message = new();
            using ChunkedAesGcmSiv mode = Create();
            ChunkedEncryptionStream encryptor = mode.CreateEncryptor(message, leaveOpen: true);
            encryptor.Write(CreatePlaintext(size));
            encryptor.Abort();
            for (int i = 0; i < 2; i++)
            {
                Assert.Contains("cannot be completed", Assert.Throws<InvalidOperationException>(() => encryptor.Write([1])).Message, StringComparison.Ordinal);
            }

            if (asynchronous)
            {
                await encryptor.DisposeAsync();
            }
            else
            {
                encryptor.Dispose();
            }

            encryptor.Abort();
            Assert.IsType<AuthenticationTagMismatchException>(Decrypt(message.ToArray()).Failure);
        }
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(0, true)]
    [InlineData(100, true)]
    [InlineData(Chunk, false)]
    [InlineData(Chunk, true)]
    [InlineData(Chunk + 100, false)]
    public async Task Flush_BeforeTheEnd_WritesNoChunkThatIsNotFull(int size, bool isAsync)
    {
        MemoryStream message = new();
        using BufferedStream destination = new(message, 1 << 20);
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination);
        encryptor.Write(CreatePlaintext(size));
        Assert.Equal(0, message.Length);
        if (isAsync)
        {
            await encryptor.FlushAsync(CancellationToken.None);
        }
        else
        {
            encryptor.Flush();
        }

        Assert.Equal(Header + (size / Chunk * SealedChunk), message.Length);
        Assert.IsType<AuthenticationTagMismatchException>(Decrypt(message.ToArray()).Failure);
        encryptor.Dispose();
        AssertGives(CreatePlaintext(size), Decrypt(message.ToArray()));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Flush_DestinationFails_LeavesAMessageThatDoesNotOpen(bool isAsync)
    {
        UnflushableStream destination = new();
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: true);
        await Assert.ThrowsAsync<TestException>(Flush);
        Assert.Contains("cannot be completed", Assert.Throws<InvalidOperationException>(() => encryptor.Write([1])).Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<InvalidOperationException>(Flush);
        encryptor.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(Flush);
        Assert.Equal(1, destination.Flushes);
        Assert.IsType<AuthenticationTagMismatchException>(Decrypt(destination.ToArray()).Failure);

        async Task Flush()
        {
            if (isAsync)
            {
                await encryptor.FlushAsync(CancellationToken.None);
            }
            else
            {
                encryptor.Flush();
            }
        }
    }

    [Fact]
    public async Task FlushAsync_Cancelled_DoesNotFlushTheDestination()
    {
        UnflushableStream destination = new();
        using ChunkedAesGcmSiv mode = Create();
        await using ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination);

        // This writes the header, so the flush has nothing to write.
        encryptor.Write([1]);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => encryptor.FlushAsync(new CancellationToken(canceled: true)));
        Assert.Equal(0, destination.Flushes);
    }

    [Fact]
    public async Task Calls_Cancelled_DoNotComplete()
    {
        CancellationToken cancelled = new(canceled: true);
        MemoryStream message = new();
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(message, leaveOpen: true);
        encryptor.Write([1, 2, 3]);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await encryptor.WriteAsync(new byte[10], cancelled));
        Assert.Throws<InvalidOperationException>(() => encryptor.Write([4]));
        encryptor.Dispose();
        Assert.IsType<AuthenticationTagMismatchException>(Decrypt(message.ToArray()).Failure);
        encryptor = mode.CreateEncryptor(message, leaveOpen: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await encryptor.FlushAsync(cancelled));
        encryptor.Dispose();
        Assert.Equal(Header, message.Length);
        await using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt([1, 2, 3])));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await decryptor.ReadAsync(new byte[10], cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await decryptor.FlushAsync(cancelled));
        Assert.Equal(3, await decryptor.ReadAsync(new byte[10], CancellationToken.None));
    }

    /// <summary>After a cancellation during the destination's write, the destination's content is unknown, so the message cannot continue.</summary>
    [Fact]
    public async Task WriteAsync_CancelledInTheDestination_LeavesAMessageThatDoesNotOpen()
    {
        using CancellationTokenSource source = new();
        BlockingStream destination = new();
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: true);
        Task write = encryptor.WriteAsync(new byte[Chunk], source.Token).AsTask();
        Assert.False(write.IsCompleted);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => write);
        encryptor.Dispose();
        Assert.Equal(0, destination.Written);
    }

    [Fact]
    public async Task Call_DuringAnother_IsRefused()
    {
        BlockingStream inner = new();
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(inner, leaveOpen: true);
        Task write = encryptor.WriteAsync(new byte[Chunk], CancellationToken.None).AsTask();
        for (int i = 0; i < 2; i++)
        {
            Assert.Contains("Another call", Assert.Throws<InvalidOperationException>(() => encryptor.Write([1])).Message, StringComparison.Ordinal);
        }

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await encryptor.WriteAsync(new byte[1], CancellationToken.None));
        inner.Release();
        await write;
        Assert.Throws<InvalidOperationException>(() => encryptor.Write([1]));
        await encryptor.DisposeAsync();
        Assert.Equal(Header + SealedChunk, inner.Written);
        BlockingStream source = new();
        Stream decryptor = mode.CreateDecryptor(source, leaveOpen: true);
        Task<int> read = decryptor.ReadAsync(new byte[10], CancellationToken.None).AsTask();
        Assert.Throws<InvalidOperationException>(() => decryptor.Read(new byte[1]));
        source.Release();
        await Assert.ThrowsAsync<AuthenticationTagMismatchException>(() => read);
    }

    [Fact]
    public async Task Dispose_DuringAWrite_DoesNotCompleteTheMessage()
    {
        BlockingStream destination = new();
        using ChunkedAesGcmSiv mode = Create();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: true);
        Task write = encryptor.WriteAsync(new byte[Chunk], CancellationToken.None).AsTask();
        encryptor.Dispose();
        Assert.Equal(0, destination.Written);
        destination.Release();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => write);
        encryptor.Dispose();
        Assert.Equal(Header + SealedChunk, destination.Written);
    }

    /// <summary>The source delays its end until the stream is disposed. Only then can the decryptor decrypt the chunk.</summary>
    [Fact]
    public async Task Dispose_DuringARead_ClearsWhatWasRead()
    {
        BlockingStream source = new(Encrypt(CreatePlaintext(100)));
        using ChunkedAesGcmSiv mode = Create();
        Stream decryptor = mode.CreateDecryptor(source, leaveOpen: true);
        byte[] result = Sample.Filled(100);
        Task<int> read = decryptor.ReadAsync(result, CancellationToken.None).AsTask();
        Assert.False(read.IsCompleted);
        decryptor.Dispose();
        source.Release();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => read);
        Assert.Equal(new byte[100], result);
        Assert.Throws<ObjectDisposedException>(() => decryptor.Read(result));
    }

    /// <summary>Like the previous test, with threads and at arbitrary times.</summary>
    [Fact]
    public void Dispose_WhileAnotherThreadReads_NeverGivesWrongBytes()
    {
        byte[] plaintext = CreatePlaintext(20 * Chunk);
        byte[] message = Encrypt(plaintext);
        using ChunkedAesGcmSiv mode = Create();
        for (int i = 0; i < (Effort.IsSlow ? 5 : 200); i++)
        {
            Stream decryptor = mode.CreateDecryptor(new MemoryStream(message));
            Thread disposer = new(decryptor.Dispose);
            byte[] piece = new byte[i % 2 == 0 ? 1000 : 2 * Chunk];
            int at = 0;
            try
            {
                for (int reads = 0; ; reads++)
                {
                    int count = decryptor.Read(piece);
                    Assert.True(plaintext.AsSpan(at, count).SequenceEqual(piece.AsSpan(0, count)));
                    at += count;
                    if (reads == i % 7)
                    {
                        disposer.Start();
                    }

                    if (count == 0)
                    {
                        break;
                    }
                }
            }
            catch (ObjectDisposedException)
            {
            }

            disposer.Join();
        }
    }

    [Fact]
    public async Task Streams_AfterDispose_ThrowAndLeaveOrCloseTheOther()
    {
        foreach (bool leaveOpen in (bool[])[true, false])
        {
            using ChunkedAesGcmSiv mode = Create();
            TestStream destination = new();
            ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: leaveOpen);
            Assert.True(encryptor.CanWrite);
            await encryptor.DisposeAsync();
            Assert.Equal(!leaveOpen, destination.IsDisposed);
            encryptor.Dispose();
            Assert.False(encryptor.CanWrite);
            Assert.Equal(!leaveOpen, destination.IsDisposed);
            Assert.Equal(Header + 16, destination.Content.Length);
            Assert.Throws<ObjectDisposedException>(() => encryptor.Write([1]));
            Assert.Throws<ObjectDisposedException>(() => encryptor.Write([]));
            Assert.Throws<ObjectDisposedException>(encryptor.Flush);
            await Assert.ThrowsAsync<ObjectDisposedException>(async () => await encryptor.WriteAsync(new byte[1], CancellationToken.None));

            TestStream source = new(destination.Content);
            Stream decryptor = mode.CreateDecryptor(source, leaveOpen: leaveOpen);
            Assert.True(decryptor.CanRead && decryptor.CanSeek);
            await decryptor.DisposeAsync();
            Assert.Equal(!leaveOpen, source.IsDisposed);
            decryptor.Dispose();
            Assert.False(decryptor.CanRead || decryptor.CanSeek);
            Assert.Equal(!leaveOpen, source.IsDisposed);
            Assert.Throws<ObjectDisposedException>(() => decryptor.Read(new byte[1]));
            Assert.Throws<ObjectDisposedException>(() => decryptor.Read([]));
            Assert.Throws<ObjectDisposedException>(() => decryptor.Length);
            Assert.Throws<ObjectDisposedException>(() => decryptor.Position = 1);
            await Assert.ThrowsAsync<ObjectDisposedException>(async () => await decryptor.ReadAsync(new byte[1], CancellationToken.None));
        }
    }

    /// <summary>If a buffer were returned to the pool twice, the pool would later give it to two owners.</summary>
    [Fact]
    public async Task Dispose_MoreThanOnce_GivesEachBufferBackOnce()
    {
        using ChunkedAesGcmSiv mode = Create();
        Stream encryptor = mode.CreateEncryptor(new MemoryStream());
        Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt(CreatePlaintext(100))));
        Assert.Equal(CreatePlaintext(1)[0], decryptor.ReadByte());
        foreach (Stream stream in (Stream[])[encryptor, decryptor])
        {
            stream.Dispose();
            stream.Dispose();
            await stream.DisposeAsync();
        }

        foreach (int size in (int[])[SealedChunk, ChunkWriter.OutputSize])
        {
            byte[][] rented = [.. Enumerable.Range(0, 8).Select(_ => ArrayPool<byte>.Shared.Rent(size))];
            Assert.Distinct(rented);
        }
    }

    /// <summary>The pool gives a thread the array that it returned last.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Dispose_Once_GivesTheBufferBack(bool isAsync)
    {
        byte[] message = Encrypt(CreatePlaintext(100));
        using ChunkedAesGcmSiv mode = Create();
        foreach (bool encrypts in (bool[])[true, false])
        {
            int size = encrypts ? ChunkWriter.OutputSize : SealedChunk;
            byte[] first = ArrayPool<byte>.Shared.Rent(size);
            ArrayPool<byte>.Shared.Return(first);
            Stream stream = encrypts ? mode.CreateEncryptor(new MemoryStream()) : mode.CreateDecryptor(new MemoryStream(message));
            byte[] other = ArrayPool<byte>.Shared.Rent(size);
            Assert.NotSame(first, other);
            if (isAsync)
            {
                await stream.DisposeAsync();
            }
            else
            {
                stream.Dispose();
            }

            Assert.Same(first, ArrayPool<byte>.Shared.Rent(size));
        }
    }

    [Fact]
    public void Streams_AfterInstanceIsDisposed_StillWork()
    {
        byte[] plaintext = CreatePlaintext(Chunk + 1);
        byte[] message = Encrypt(plaintext);
        ChunkedAesGcmSiv mode = Create();
        MemoryStream destination = new();
        ChunkedEncryptionStream encryptor = mode.CreateEncryptor(destination, leaveOpen: true);
        Stream decryptor = mode.CreateDecryptor(new MemoryStream(message));
        mode.Dispose();
        mode.Dispose();
        encryptor.Write(plaintext);
        encryptor.Dispose();
        AssertGives(plaintext, Decrypt(destination.ToArray()));
        AssertGives(plaintext, Read(decryptor, 1000));
        Assert.Throws<ObjectDisposedException>(() => mode.CreateEncryptor(new MemoryStream()));
        Assert.Throws<ObjectDisposedException>(() => mode.CreateDecryptor(null!));
        Assert.Throws<ObjectDisposedException>(() => mode.EncryptFile(null!, null!));
        Assert.Throws<ObjectDisposedException>(() => mode.DecryptFile(null!, null!));
    }

    [Fact]
    public void Streams_UnsupportedMembers_ThrowNotSupported()
    {
        using ChunkedAesGcmSiv mode = Create();
        using ChunkedEncryptionStream encryptor = mode.CreateEncryptor(new MemoryStream());
        Assert.False(encryptor.CanRead || encryptor.CanSeek);
        AssertNotSupported("read", () => encryptor.Read(new byte[1], 0, 1));
        AssertNotSupported("seek", () => encryptor.Length);
        AssertNotSupported("seek", () => encryptor.Position);
        AssertNotSupported("seek", () => encryptor.Position = 0);
        AssertNotSupported("seek", () => encryptor.Seek(0, SeekOrigin.Begin));
        AssertNotSupported("seek", () => SetLength(encryptor));
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream());
        Assert.False(decryptor.CanWrite);
        AssertNotSupported("write", () => Write(decryptor));
        AssertNotSupported("write", () => SetLength(decryptor));

        static void AssertNotSupported(string verb, Func<object?> call) =>
            Assert.Equal($"The stream cannot {verb}.", Assert.Throws<NotSupportedException>(call).Message);

        static object? SetLength(Stream stream)
        {
            stream.SetLength(0);
            return null;
        }

        static object? Write(Stream stream)
        {
            stream.Write(new byte[1], 0, 1);
            return null;
        }
    }

    [Fact]
    public async Task Create_WrongArguments_AreRefused()
    {
        Assert.Throws<ArgumentNullException>("key", () => new ChunkedAesGcmSiv((byte[])null!));
        foreach (int size in (int[])[0, 15, 17, 24, 31, 33])
        {
            Assert.Throws<ArgumentException>("key", () => new ChunkedAesGcmSiv(new byte[size]));
            Assert.Throws<ArgumentException>("key", () => new ChunkedAesGcmSiv(new byte[size].AsSpan()));
        }

        using ChunkedAesGcmSiv mode = Create();
        Assert.Throws<ArgumentNullException>("destination", () => mode.CreateEncryptor(null!));
        Assert.Throws<ArgumentNullException>("source", () => mode.CreateDecryptor(null!));
        Assert.Throws<ArgumentException>("destination", () => mode.CreateEncryptor(new TestStream { Writable = false }));
        Assert.Throws<ArgumentException>("source", () => mode.CreateDecryptor(new TestStream { Readable = false }));
        using ChunkedEncryptionStream encryptor = mode.CreateEncryptor(new MemoryStream());
        Assert.Throws<ArgumentNullException>("buffer", () => encryptor.Write(null!, 0, 0));
        Assert.Throws<ArgumentOutOfRangeException>("offset", () => encryptor.Write(new byte[1], -1, 0));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => encryptor.Write(new byte[1], 1, 1));
        AssertRefuses<ArgumentNullException>("buffer", () => encryptor.WriteAsync(null!, 0, 0, CancellationToken.None));
        AssertRefuses<ArgumentOutOfRangeException>("count", () => encryptor.WriteAsync(new byte[1], 1, 1, CancellationToken.None));
        using Stream decryptor = mode.CreateDecryptor(new MemoryStream(Encrypt([])));
        AssertRefuses<ArgumentNullException>("buffer", () => decryptor.Read(null!, 0, 0));
        AssertRefuses<ArgumentOutOfRangeException>("count", () => decryptor.Read(new byte[1], 1, 1));
        AssertRefuses<ArgumentNullException>("buffer", () => decryptor.ReadAsync(null!, 0, 0, CancellationToken.None));
        AssertRefuses<ArgumentOutOfRangeException>("count", () => decryptor.ReadAsync(new byte[1], 1, 1, CancellationToken.None));
        Assert.Throws<ArgumentNullException>("destination", () => decryptor.CopyTo(null!, 1));
        Assert.Throws<ArgumentOutOfRangeException>("bufferSize", () => decryptor.CopyTo(new MemoryStream(), 0));
        await Assert.ThrowsAsync<ArgumentNullException>("destination", () => decryptor.CopyToAsync(null!, 1, CancellationToken.None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("bufferSize", () => decryptor.CopyToAsync(new MemoryStream(), 0, CancellationToken.None));

        // The call itself throws, before it returns a task.
        static void AssertRefuses<T>(string parameter, Func<object> call)
            where T : ArgumentException => Assert.Throws<T>(parameter, () => _ = call());
    }

    [Theory]
    [InlineData(0, 72)]
    [InlineData(1, 73)]
    [InlineData(Chunk - 1, Header + SealedChunk - 1)]
    [InlineData(Chunk, Header + SealedChunk + 16)]
    [InlineData((1L << 52) - 1, Header + (SealedChunk * (1L << 38)) - 1)]
    public void Lengths_OfAMessage_AreThoseOfTheSpecification(long plaintext, long ciphertext)
    {
        Assert.Equal(ciphertext, ChunkedAesGcmSiv.GetCiphertextLength(plaintext));
        Assert.Equal(plaintext, ChunkedAesGcmSiv.GetPlaintextLength(ciphertext));
    }

    [Fact]
    public void Lengths_ThatNoMessageHas_AreRefused()
    {
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () => ChunkedAesGcmSiv.GetCiphertextLength(-1));
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () => ChunkedAesGcmSiv.GetCiphertextLength(1L << 52));
        foreach (long size in (long[])[-1, 0, Header - 1, Header, Header + 15, Header + SealedChunk, Header + SealedChunk + 15, Header + (SealedChunk * (1L << 38)) + 16, long.MaxValue, long.MinValue])
        {
            Assert.Throws<ArgumentOutOfRangeException>("ciphertextLength", () => ChunkedAesGcmSiv.GetPlaintextLength(size));
        }
    }

    [Fact]
    public void Encrypt_ChunkNumberPastTheLast_IsRefused()
    {
        using ChunkedKey key = new(new CobblestoneScheme(16), Key.AsSpan(0, 16), typeof(ChunkedStreamTests));
        using MessageKeys keys = key.CreateMessage([], new byte[Header]);
        keys.Encrypt((1L << 38) - 1, [1], new byte[17]);
        Assert.Throws<ArgumentOutOfRangeException>("chunk", () => keys.Encrypt(1L << 38, [1], new byte[17]));
        Assert.Throws<ArgumentOutOfRangeException>("chunk", () => keys.TryDecrypt(1L << 38, new byte[17], new byte[1]));
    }

    [Fact]
    public void CreateEncryptor_ManyTimes_DrawsANewSaltAndVariesEachOfItsBytes()
    {
        using ChunkedAesGcmSiv mode = Create();
        byte[][] salts = [.. Enumerable.Range(0, 200).Select(_ => Encrypt(mode, []).AsSpan(0, ChunkedFormat.SaltSize).ToArray())];
        Assert.Equal(200, salts.Select(Convert.ToHexString).Distinct().Count());

        // The probability that 200 random bytes have fewer than 60 different values is about 10^-18.
        Assert.All(Enumerable.Range(0, ChunkedFormat.SaltSize), i => Assert.InRange(salts.Select(salt => salt[i]).Distinct().Count(), 60, 200));
    }

    private sealed class WrongCountStream(int count) : MemoryStream
    {
        public override int Read(Span<byte> buffer) => count;
    }

    private sealed class UnflushableStream : MemoryStream
    {
        public int Flushes { get; private set; }

        public override void Flush()
        {
            Flushes++;
            throw new TestException();
        }

        public override Task FlushAsync(CancellationToken cancellationToken)
        {
            Flushes++;
            return Task.FromException(new TestException());
        }
    }

    /// <summary>Returns its content. Further reads and every write wait until <see cref="Release"/>.</summary>
    private sealed class BlockingStream(byte[]? content = null) : Stream
    {
        private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly MemoryStream _content = new(content ?? []);

        public long Written { get; private set; }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public void Release() => _released.SetResult();

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            int count = _content.Read(buffer.Span);
            if (count == 0)
            {
                await _released.Task.WaitAsync(cancellationToken);
            }

            return count;
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await _released.Task.WaitAsync(cancellationToken);
            Written += buffer.Length;
        }

        public override void Write(ReadOnlySpan<byte> buffer) => Written += buffer.Length;

        public override void Write(byte[] buffer, int offset, int count) => Written += count;

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Flush()
        {
        }
    }
}
