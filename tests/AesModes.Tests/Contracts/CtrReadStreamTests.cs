using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace AesModes.Tests.Contracts;

/// <summary>Tests the contract of <see cref="FaceCtr.CreateReadStream"/>: the plaintext at every position, with every read method.</summary>
[SuppressMessage("Reliability", "CA2000", Justification = "A stream that is made disposes its source, or that it does not is the test.")]
[SuppressMessage("Reliability", "CA2022", Justification = "Single reads are the test.")]
[SuppressMessage("Performance", "CA1849", Justification = "The synchronous methods are tested too.")]
[Fast]
public sealed class CtrReadStreamTests
{
    private const int Size = 10_007;

    /// <summary>The number of bytes in the source before the encrypted message.</summary>
    private const int Start = 37;

    private static readonly CtrSample _sample = new(Size);

    private static readonly Dictionary<string, Func<Stream, byte[], int, int, Task<int>>> _reads = new()
    {
        ["Read, span"] = (stream, buffer, at, count) => Task.FromResult(stream.Read(buffer.AsSpan(at, count))),
        ["Read, array"] = (stream, buffer, at, count) => Task.FromResult(stream.Read(buffer, at, count)),
        ["ReadAsync, memory"] = (stream, buffer, at, count) => stream.ReadAsync(buffer.AsMemory(at, count), CancellationToken.None).AsTask(),
        ["ReadAsync, array"] = (stream, buffer, at, count) => stream.ReadAsync(buffer, at, count, CancellationToken.None),
        ["BeginRead"] = (stream, buffer, at, count) => Task.Factory.FromAsync(stream.BeginRead, stream.EndRead, buffer, at, count, null),
        ["ReadByte"] = (stream, buffer, at, count) => Task.FromResult(ReadByte(stream, buffer, at, count)),
    };

    public static MatrixTheoryData<string, bool, int> Reads => new(_reads.Keys, [false, true], [1, 5, int.MaxValue]);

    public static TheoryData<string> Names => [.. _reads.Keys];

    public static TheoryData<string> OwnNames => [.. _reads.Keys.Where(name => name != "BeginRead")];

    public static MatrixTheoryData<string, bool> NamesAndSeekable => new(_reads.Keys, [false, true]);

    [Theory]
    [MemberData(nameof(Reads))]
    public async Task Read_ToTheEnd_GivesThePlaintext(string name, bool seekable, int mostInARead)
    {
        foreach (int keySize in (int[])[16, 24, 32])
        {
            CtrSample sample = new(5000, keySize: keySize);
            using TestStream source = CreateSource(sample, seekable, _ => mostInARead);
            using FaceCtr ctr = sample.Create();
            using Stream stream = ctr.CreateReadStream(source, sample.InitialCounter);
            string what = $"{name}, keys of {keySize}, {Sweep.HowToRepeat}";
            Random random = Sweep.Start();
            byte[] text = Sample.Filled(5000);
            for (int at = 0; at < text.Length;)
            {
                int count = Math.Min(random.Next(random.Next(10) == 0 ? 5000 : 40), text.Length - at);
                int read = await _reads[name](stream, text, at, count);
                Assert.True(read >= Math.Min(count, 1) && read <= count, $"{what}: {read} of {count} bytes at {at}.");
                at += read;
                Expect.Same(Sample.Filled(text.Length - at), text.AsSpan(at), $"{what}: after the bytes that were read");
            }

            Expect.Same(sample.Plaintext, text, what);
            Assert.Equal(0, await _reads[name](stream, text, 0, 1));
            Expect.Same(sample.Plaintext, text, $"{what}: at the end");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CopyTo_FromAPosition_CopiesTheRest(bool seekable)
    {
        using FaceCtr ctr = _sample.Create();
        using Stream one = ctr.CreateReadStream(CreateSource(_sample, seekable), _sample.InitialCounter);
        using Stream other = ctr.CreateReadStream(CreateSource(_sample, seekable), _sample.InitialCounter);
        using MemoryStream copied = new(), copiedAsync = new();
        one.ReadExactly(new byte[33]);
        await other.ReadExactlyAsync(new byte[33], TestContext.Current.CancellationToken);
        one.CopyTo(copied);
        await other.CopyToAsync(copiedAsync, TestContext.Current.CancellationToken);
        Expect.Same(_sample.Plaintext.AsSpan(33), copied.ToArray(), "CopyTo");
        Expect.Same(_sample.Plaintext.AsSpan(33), copiedAsync.ToArray(), "CopyToAsync");
    }

    [Fact]
    public void Seek_AnywhereAndRead_GivesThePlaintext()
    {
        Random random = Sweep.Start();
        using FaceCtr ctr = _sample.Create();
        using Stream stream = ctr.CreateReadStream(CreateSource(_sample), _sample.InitialCounter);
        byte[] buffer = new byte[200];
        int seeks = Effort.IsSlow || Effort.IsBrief ? 2000 : 100_000;
        for (int i = 0; i < seeks; i++)
        {
            // Some positions are past the end.
            int to = random.Next(Size + 20);
            long result = random.Next(4) switch
            {
                0 => stream.Seek(to, SeekOrigin.Begin),
                1 => stream.Seek(to - stream.Position, SeekOrigin.Current),
                2 => stream.Seek(to - Size, SeekOrigin.End),
                _ => stream.Position = to,
            };
            int count = random.Next(buffer.Length);
            int wanted = Math.Clamp(Size - to, 0, count);
            int read = stream.Read(buffer.AsSpan(0, count));
            if (result != to || read != wanted || stream.Position != to + read || !buffer.AsSpan(0, read).SequenceEqual(_sample.Plaintext.AsSpan(Math.Min(to, Size), read)))
            {
                Assert.Fail($"Seek {i} to {to} gave {result}, then {read} of {wanted} bytes, or wrong ones; now at {stream.Position}. {Sweep.HowToRepeat}");
            }
        }

        Assert.Equal(Size, stream.Length);
    }

    [Fact]
    public void Seek_ToNoPosition_IsRefusedAndMovesNothing()
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        stream.Position = 5;
        Expect.Throws<IOException>("before the beginning", () => stream.Seek(-1, SeekOrigin.Begin));
        Expect.Throws<IOException>("before the beginning", () => stream.Seek(-6, SeekOrigin.Current));
        Expect.Throws<IOException>("before the beginning", () => stream.Seek(-Size - 1, SeekOrigin.End));
        Expect.Throws<IOException>("too far", () => stream.Seek(long.MaxValue - Start + 1, SeekOrigin.Begin));
        Expect.Throws<IOException>("too far", () => stream.Seek(long.MaxValue, SeekOrigin.Current));
        Expect.Refused<ArgumentException>("no origin", "origin", () => stream.Seek(0, (SeekOrigin)3));
        Expect.Refused<ArgumentOutOfRangeException>("Position", "value", () => stream.Position = -1, -1);
        Expect.Refused<ArgumentOutOfRangeException>("Position", "value", () => stream.Position = long.MaxValue - Start + 1, long.MaxValue - Start);
        Assert.Equal(Start + 5, source.Place);
        Assert.Equal(0, stream.Seek(-5, SeekOrigin.Current));
        Assert.Equal(Start, source.Place);
    }

    /// <summary>The stream has no position of its own, so moving the source moves the stream.</summary>
    [Fact]
    public void Read_AfterSourceMoved_ReadsFromNewPosition()
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        source.Position = Start + 1001;
        Assert.Equal(1001, stream.Position);
        Assert.Equal(_sample.Plaintext[1001], stream.ReadByte());

        source.Position = Start - 1;
        byte[] buffer = Sample.Filled(10);
        Expect.Throws<IOException>("before the beginning", () => stream.Read(buffer));
        Expect.Same(Sample.Filled(10), buffer, "buffer");
        Assert.Equal(0, stream.Seek(0, SeekOrigin.Begin));
        Assert.Equal(_sample.Plaintext[0], stream.ReadByte());
    }

    [Fact]
    public void Length_OfASourceBeyondItsEnd_IsZero()
    {
        using FaceCtr ctr = _sample.Create();
        using Stream stream = ctr.CreateReadStream(new MemoryStream([1, 2, 3]) { Position = 10 }, _sample.InitialCounter);
        Assert.Equal(0, stream.Length);
        Assert.Equal(0, stream.Position);
        Assert.Equal(-1, stream.ReadByte());
    }

    [Fact]
    public void SeekAndPosition_OverASourceThatCannotSeek_AreNotSupported()
    {
        using FaceCtr ctr = _sample.Create();
        using Stream stream = ctr.CreateReadStream(CreateSource(_sample, seekable: false), _sample.InitialCounter);
        Assert.True(stream.CanRead);
        Assert.False(stream.CanSeek);
        Expect.Throws<NotSupportedException>("Length", () => _ = stream.Length);
        Expect.Throws<NotSupportedException>("Position", () => _ = stream.Position);
        Expect.Throws<NotSupportedException>("Position", () => stream.Position = 0);
        Assert.All(Enum.GetValues<SeekOrigin>(), origin => Expect.Throws<NotSupportedException>($"{origin}", () => stream.Seek(0, origin)));
    }

    [Fact]
    public async Task Write_Anything_IsNotSupported()
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        Assert.True(stream.CanRead && stream.CanSeek && !stream.CanWrite && !stream.CanTimeout);
        Expect.Throws<NotSupportedException>("Write, array", () => stream.Write(new byte[1], 0, 1));
        Expect.Throws<NotSupportedException>("Write, span", () => stream.Write(new byte[1]));
        Expect.Throws<NotSupportedException>("WriteByte", () => stream.WriteByte(1));
        Expect.Throws<NotSupportedException>("SetLength", () => stream.SetLength(1));
        await Assert.ThrowsAsync<NotSupportedException>(() => stream.WriteAsync(new byte[1], TestContext.Current.CancellationToken).AsTask());
        stream.Flush();
        await stream.FlushAsync(TestContext.Current.CancellationToken);
        Assert.Equal((0, 0), (source.Writes, source.Cuts));
        Assert.Equal(Start, source.Place);
    }

    [Fact]
    public void CreateReadStream_WrongArguments_AreRefused()
    {
        FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        using TestStream unreadable = new() { Readable = false };
        Expect.Refused<ArgumentNullException>("null", "ciphertext", () => ctr.CreateReadStream(null!, default));
        Expect.Refused<ArgumentException>("unreadable", "ciphertext", () => ctr.CreateReadStream(unreadable, default));
        foreach (int size in (int[])[0, 15, 17])
        {
            Expect.Refused<ArgumentException>($"counter of {size}", "initialCounter", () => ctr.CreateReadStream(source, new byte[size]), 16, size);
        }

        ctr.Dispose();
        ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>("disposed", () => ctr.CreateReadStream(null!, default));
        Assert.Equal(typeof(FaceCtr).FullName, thrown.ObjectName);
        Assert.False(source.IsDisposed || unreadable.IsDisposed);
        Assert.Equal(Start, source.Place);
    }

    [Fact]
    public void Read_WrongArguments_AreRefused()
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        Expect.Refused<ArgumentNullException>("Read", "buffer", () => stream.Read(null!, 0, 0));
        Expect.Refused<ArgumentOutOfRangeException>("Read", "offset", () => stream.Read(new byte[5], -1, 1));
        Expect.Refused<ArgumentOutOfRangeException>("Read", "count", () => stream.Read(new byte[5], 1, 5));
        Expect.Refused<ArgumentNullException>("ReadAsync", "buffer", () => _ = stream.ReadAsync(null!, 0, 0, TestContext.Current.CancellationToken));
        Expect.Refused<ArgumentOutOfRangeException>("ReadAsync", "count", () => _ = stream.ReadAsync(new byte[5], 1, 5, TestContext.Current.CancellationToken));
        Assert.Equal(0, source.Reads);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Dispose_OnceOrTwice_ErasesTheKeyAndClosesTheSource(bool leaveOpen, bool isAsync)
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter, leaveOpen);
        Modes.ExpandedKey key = DisposeTests.FindKey(stream)!;
        Assert.NotSame(DisposeTests.FindKey(ctr), key);
        Assert.True(MemoryMarshal.AsBytes(key.Vectors).ContainsAnyExcept((byte)0));
        for (int i = 0; i < 2; i++)
        {
            if (isAsync)
            {
                await stream.DisposeAsync();
            }
            else
            {
                stream.Dispose();
            }

            Expect.Cleared(MemoryMarshal.AsBytes(key.Vectors), "the key");
            Assert.Equal(!leaveOpen, source.IsDisposed);
            Assert.False(stream.CanRead || stream.CanSeek || stream.CanWrite);
        }

        byte[] text = new byte[Size];
        ctr.Decrypt(_sample.InitialCounter, _sample.Ciphertext, text);
        Expect.Same(_sample.Plaintext, text, "the instance");
    }

    [Fact]
    public async Task DisposeAsync_ClosesTheSourceAsynchronously()
    {
        using FaceCtr ctr = _sample.Create();
        AsyncStream source = new();
        await ctr.CreateReadStream(source, _sample.InitialCounter).DisposeAsync();
        Assert.True(source.WasDisposedAsynchronously);
    }

    /// <summary>Excludes BeginRead: .NET's implementation first checks CanRead and throws <see cref="NotSupportedException"/>.</summary>
    [Theory]
    [MemberData(nameof(OwnNames))]
    public async Task Read_AfterDispose_ThrowsBeforeLookingAtArguments(string name)
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample);
        Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter, leaveOpen: true);
        stream.Dispose();
        byte[] buffer = Sample.Filled(10);
        ObjectDisposedException thrown = await Assert.ThrowsAsync<ObjectDisposedException>(() => _reads[name](stream, buffer, 0, 10));
        Assert.Equal(typeof(Stream).FullName, thrown.ObjectName);
        Expect.Same(Sample.Filled(10), buffer, "buffer");
        Expect.Throws<ObjectDisposedException>("Read", () => stream.Read(null!, -1, 0));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => stream.ReadAsync(null!, -1, 0, TestContext.Current.CancellationToken));
        Expect.Throws<ObjectDisposedException>("Seek", () => stream.Seek(0, (SeekOrigin)3));
        Expect.Throws<ObjectDisposedException>("Position", () => stream.Position = -1);
        Expect.Throws<ObjectDisposedException>("Position", () => _ = stream.Position);
        Expect.Throws<ObjectDisposedException>("Length", () => _ = stream.Length);
        Assert.Equal((0, Start), (source.Reads, source.Place));
    }

    [Fact]
    public void Read_AfterTheInstanceIsDisposed_GivesThePlaintext()
    {
        FaceCtr ctr = _sample.Create();
        using Stream stream = ctr.CreateReadStream(CreateSource(_sample), _sample.InitialCounter);
        ctr.Dispose();
        byte[] text = new byte[Size];
        stream.ReadExactly(text);
        Expect.Same(_sample.Plaintext, text, "plaintext");
    }

    /// <summary>The source disposes the stream during the read.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task Read_DisposedMeanwhile_ClearsWhatItReadAndThrows(string name)
    {
        Stream? stream = null;
        using TestStream source = new(_sample.Ciphertext) { OnRead = _ => stream!.Dispose(), ReadSize = _ => 70 };
        using FaceCtr ctr = _sample.Create();
        stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        byte[] buffer = Sample.Filled(100);
        ObjectDisposedException thrown = await Assert.ThrowsAsync<ObjectDisposedException>(() => _reads[name](stream, buffer, 5, 90));
        Assert.Equal(typeof(Stream).FullName, thrown.ObjectName);
        Assert.Equal(1, source.Reads);
        byte[] expected = Sample.Filled(100);
        if (name != "ReadByte")
        {
            expected.AsSpan(5, 70).Clear();
        }

        Expect.Same(expected, buffer, name);
    }

    [Theory]
    [MemberData(nameof(NamesAndSeekable))]
    public async Task Read_AfterTheSourceFailed_GoesOnAtItsPlace(string name, bool seekable)
    {
        byte[] buffer = Sample.Filled(Size);
        using TestStream source = CreateSource(_sample, seekable, onRead: n => _ = n == 2 ? throw new TestException() : 0);
        using FaceCtr ctr = _sample.Create();
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        int first = await _reads[name](stream, buffer, 0, 1);
        await Assert.ThrowsAsync<TestException>(() => _reads[name](stream, buffer, first, 1));
        Expect.Same(Sample.Filled(Size - 1), buffer.AsSpan(1), "not read");
        Assert.Equal(seekable ? 1 : -1, seekable ? stream.Position : -1);
        Assert.Equal(500, await _reads[name](stream, buffer, 1, 500));
        Expect.Same(_sample.Plaintext.AsSpan(0, 501), buffer.AsSpan(0, 501), name);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task ReadAsync_Cancelled_MovesNothing(bool seekable)
    {
        using FaceCtr ctr = _sample.Create();
        using TestStream source = CreateSource(_sample, seekable);
        using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        byte[] buffer = Sample.Filled(10);
        CancellationToken cancelled = new(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(buffer.AsMemory(), cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(buffer, 0, 10, cancelled));
        Expect.Same(Sample.Filled(10), buffer, "buffer");
        Assert.Equal(10, await stream.ReadAsync(buffer, TestContext.Current.CancellationToken));
        Expect.Same(_sample.Plaintext.AsSpan(0, 10), buffer, "after that");
    }

    /// <summary>If the source waits, the read waits too, and can be cancelled.</summary>
    [Fact]
    public async Task ReadAsync_OfASourceThatWaits_WaitsAndIsCancelled()
    {
        using FaceCtr ctr = _sample.Create();
        AsyncStream source = new();
        await using Stream stream = ctr.CreateReadStream(source, _sample.InitialCounter);
        byte[] buffer = Sample.Filled(10);
        ValueTask<int> read = stream.ReadAsync(buffer.AsMemory(), TestContext.Current.CancellationToken);
        Assert.False(read.IsCompleted);
        source.Give(_sample.Ciphertext.AsSpan(0, 10));
        Assert.Equal(10, await read);
        Expect.Same(_sample.Plaintext.AsSpan(0, 10), buffer, "plaintext");

        using CancellationTokenSource cancellation = new();
        Task<int> waiting = stream.ReadAsync(buffer, 0, 10, cancellation.Token);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Expect.Same(_sample.Plaintext.AsSpan(0, 10), buffer, "after cancellation");
    }

    private static TestStream CreateSource(CtrSample sample, bool seekable = true, Func<int, int>? readSize = null, Action<int>? onRead = null) =>
        new([.. Sample.Filled(Start), .. sample.Ciphertext], Start) { Seekable = seekable, ReadSize = readSize ?? (_ => int.MaxValue), OnRead = onRead };

    private static int ReadByte(Stream stream, byte[] buffer, int at, int count)
    {
        int read = 0;
        for (int value = 0; read < count && (value = stream.ReadByte()) >= 0; read++)
        {
            buffer[at + read] = (byte)value;
        }

        return read;
    }

    /// <summary>Reads wait until a test provides bytes.</summary>
    private sealed class AsyncStream : Stream
    {
        private readonly SemaphoreSlim _given = new(0);
        private byte[] _next = [];

        public bool WasDisposedAsynchronously { get; private set; }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public void Give(ReadOnlySpan<byte> bytes)
        {
            _next = bytes.ToArray();
            _ = _given.Release();
        }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await _given.WaitAsync(cancellationToken);
            _next.CopyTo(buffer);
            return _next.Length;
        }

        public override ValueTask DisposeAsync()
        {
            WasDisposedAsynchronously = true;
            _given.Dispose();
            return base.DisposeAsync();
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }
    }
}
