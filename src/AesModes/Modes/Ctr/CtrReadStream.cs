using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>Decrypts a stream as it is read: it reads into the caller's buffer and decrypts there in place.</summary>
/// <remarks>One thread at a time can use it. Another thread can dispose it during a call.</remarks>
internal sealed class CtrReadStream : Stream
{
    private readonly Stream _source;
    private readonly bool _leaveOpen;
    private readonly CtrCipher _mode;
    private readonly UInt128 _initialCounter;

    /// <summary>The position in the source where the stream begins, if the source can seek.</summary>
    private readonly long _start;

    /// <summary>The number of bytes read from a source that cannot seek. A source that can seek keeps its own position, also after a failure.</summary>
    private long _read;

    public CtrReadStream(Stream source, bool leaveOpen, CtrCipher mode, UInt128 initialCounter)
    {
        (_source, _leaveOpen, _mode, _initialCounter) = (source, leaveOpen, mode, initialCounter);
        _start = source.CanSeek ? source.Position : 0;
    }

    public override bool CanRead => !_mode.IsDisposed && _source.CanRead;

    public override bool CanSeek => !_mode.IsDisposed && _source.CanSeek;

    public override bool CanWrite => false;

    public override long Length => Math.Max(Source.Length - _start, 0);

    public override long Position
    {
        get => Source.Position - _start;
        set
        {
            Stream source = Source;
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, long.MaxValue - _start);
            source.Position = _start + value;
        }
    }

    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    private Stream Source => _mode.IsDisposed ? throw Disposed() : _source;

    public override long Seek(long offset, SeekOrigin origin)
    {
        Stream source = Source;
        long from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Position,
            SeekOrigin.End => Length,
            _ => throw new ArgumentException("The origin must be Begin, Current or End.", nameof(origin)),
        };
        if (offset < -from || offset > long.MaxValue - _start - from)
        {
            throw new IOException("A seek must not lead before the beginning of the stream, nor beyond the largest position.");
        }

        source.Position = _start + from + offset;
        return from + offset;
    }

    public override int Read(Span<byte> buffer)
    {
        long position = StartRead();
        int count = _source.Read(buffer);
        Decrypt(buffer[..count], position);
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        _ = Source;
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    public override int ReadByte()
    {
        byte value = 0;
        return Read(new Span<byte>(ref value)) == 0 ? -1 : value;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        long position = StartRead();
        int count = await _source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        Decrypt(buffer.Span[..count], position);
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        _ = Source;
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    public override void Flush()
    {
    }

    public override void Write(byte[] buffer, int offset, int count) => throw ReadOnly();

    public override void SetLength(long value) => throw ReadOnly();

    public override async ValueTask DisposeAsync()
    {
        _mode.Dispose();
        if (!_leaveOpen)
        {
            await _source.DisposeAsync().ConfigureAwait(false);
        }

        await base.DisposeAsync().ConfigureAwait(false);
    }

    protected override void Dispose(bool disposing)
    {
        _mode.Dispose();
        if (disposing && !_leaveOpen)
        {
            _source.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>Returns the position of the next read. The read itself advances the source.</summary>
    private long StartRead()
    {
        Stream source = Source;
        long position = source.CanSeek ? source.Position - _start : _read;
        return position >= 0 ? position : throw new IOException("The source was moved to before the beginning of the stream.");
    }

    private void Decrypt(Span<byte> buffer, long position)
    {
        _read += buffer.Length;
        try
        {
            _mode.Xor(_initialCounter, position, buffer, buffer);
        }
        catch (ObjectDisposedException)
        {
            CryptographicOperations.ZeroMemory(buffer);
            throw Disposed();
        }
    }

    /// <summary>The exception names the public type.</summary>
    private static ObjectDisposedException Disposed() => new(typeof(Stream).FullName);

    private static NotSupportedException ReadOnly() => new("The stream is read-only: writing twice at one position would use the key stream twice.");
}
