using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>Reads the plaintext of a chunked message. It can seek if its source can.</summary>
/// <remarks>The stream serves one call at a time. If another thread disposes it during a call, that call clears what it read and throws.</remarks>
internal sealed class ChunkedDecryptionStream : Stream
{
    private const int CopyBufferSize = ChunkedFormat.ChunkSize;

    private readonly Stream _source;
    private readonly bool _leaveOpen;
    private readonly bool _canSeek;
    private readonly ChunkReader _reader;
    private readonly CallGate _gate = new(typeof(Stream));

    /// <summary>The position in the source where the message begins.</summary>
    private readonly long _start;

    private long _position;

    /// <summary>The length of the plaintext. Null until the last chunk proves it.</summary>
    private long? _length;

    /// <summary>Whether the source has nothing at the position: a seek went past the end, or the message is truncated.</summary>
    private bool _isPastSource;

    public ChunkedDecryptionStream(ChunkedKey key, Stream source, ReadOnlySpan<byte> context, bool leaveOpen)
    {
        _source = source;
        _leaveOpen = leaveOpen;
        _canSeek = source.CanSeek;
        _start = _canSeek ? source.Position : 0;
        _reader = new ChunkReader(key, context);
    }

    public override bool CanRead => !_gate.IsClosed;

    public override bool CanSeek => _canSeek && !_gate.IsClosed;

    public override bool CanWrite => false;

    public override long Length
    {
        get
        {
            Enter(seeks: true);
            try
            {
                _reader.ThrowIfFailed();
                while (!TryLearnLength())
                {
                    ReadInput();
                }

                return _length!.Value;
            }
            finally
            {
                Leave(default);
            }
        }
    }

    public override long Position
    {
        get
        {
            Enter(seeks: true);
            Leave(default);
            return _position;
        }

        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, ChunkedFormat.MaxPlaintextSize);
            Enter(seeks: true);
            (_position, _isPastSource) = (value, false);
            Leave(default);
        }
    }

    public override int Read(Span<byte> buffer)
    {
        int count = 0;
        Enter();
        try
        {
            while (!TryRead(buffer, out count))
            {
                ReadInput();
            }

            return count;
        }
        finally
        {
            Leave(buffer[..count]);
        }
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    public override int ReadByte()
    {
        Span<byte> value = stackalloc byte[1];
        return Read(value) == 0 ? -1 : value[0];
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        int count = 0;
        Enter();
        try
        {
            while (!TryRead(buffer.Span, out count))
            {
                Memory<byte> input = GetInput();
                AddInput(await _source.ReadAsync(input, cancellationToken).ConfigureAwait(false), input.Length);
            }

            return count;
        }
        finally
        {
            Leave(buffer.Span[..count]);
        }
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    // The base class copies through a pooled array and leaves plaintext in it.
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        byte[] buffer = GC.AllocateUninitializedArray<byte>(CopyBufferSize, pinned: true);
        try
        {
            int count;
            while ((count = Read(buffer)) > 0)
            {
                destination.Write(buffer, 0, count);
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(buffer);
        }
    }

    public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        byte[] buffer = GC.AllocateUninitializedArray<byte>(CopyBufferSize, pinned: true);
        try
        {
            int count;
            while ((count = await ReadAsync(buffer, cancellationToken).ConfigureAwait(false)) > 0)
            {
                await destination.WriteAsync(buffer.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(buffer);
        }
    }

    public override long Seek(long offset, SeekOrigin origin)
    {
        long from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Position,
            SeekOrigin.End => Length,
            _ => throw new ArgumentException("The origin is not one of SeekOrigin's values.", nameof(origin)),
        };
        long position = unchecked(from + offset);
        if (position < 0 || position > ChunkedFormat.MaxPlaintextSize)
        {
            throw new IOException("The position is before the beginning of the plaintext, or beyond the largest that a message can have.");
        }

        return Position = position;
    }

    public override void Flush()
    {
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("The stream cannot write.");

    public override void SetLength(long value) => throw new NotSupportedException("The stream cannot write.");

    public override async ValueTask DisposeAsync()
    {
        CloseReader();
        if (!_leaveOpen)
        {
            await _source.DisposeAsync().ConfigureAwait(false);
        }

        await base.DisposeAsync().ConfigureAwait(false);
    }

    protected override void Dispose(bool disposing)
    {
        CloseReader();
        if (!_leaveOpen)
        {
            _source.Dispose();
        }

        base.Dispose(disposing);
    }

    private void CloseReader()
    {
        if (_gate.Close())
        {
            _reader.Dispose();
        }
    }

    private void Enter(bool seeks = false)
    {
        _gate.Enter();
        if (seeks && !_canSeek)
        {
            Leave(default);
            throw new NotSupportedException("The stream cannot seek, because its source cannot.");
        }
    }

    /// <summary>Ends a call that wrote plaintext. If the stream was disposed during the call, clears the plaintext and throws.</summary>
    private void Leave(Span<byte> plaintext)
    {
        if (!_gate.TryLeave())
        {
            _reader.Dispose();
            CryptographicOperations.ZeroMemory(plaintext);
            _gate.ThrowIfClosed();
        }
    }

    /// <summary>Reads at the position. Returns false if it needs more input.</summary>
    private bool TryRead(Span<byte> destination, out int count)
    {
        count = 0;
        _reader.ThrowIfFailed();
        if (destination.IsEmpty || _position >= _length)
        {
            return true;
        }

        if (!_isPastSource)
        {
            ChunkRead result = _reader.TryRead(_position, destination, out count);
            if (result != ChunkRead.PastEnd)
            {
                _position += count;
                return result == ChunkRead.Done;
            }

            _isPastSource = true;
        }

        // The last chunk shows whether the message ends before the position.
        if (_canSeek && !TryLearnLength())
        {
            return false;
        }

        _isPastSource = false;
        return _position >= _length ? true : throw _reader.FailAsTruncated();
    }

    /// <summary>Learns the plaintext's length, once. Returns false if it needs more input.</summary>
    private bool TryLearnLength()
    {
        if (_length is not null)
        {
            return true;
        }

        ChunkRead result = _reader.TryGetLength(_source.Length - _start, out long length);
        if (result == ChunkRead.NeedsInput)
        {
            return false;
        }

        _length = result == ChunkRead.Done ? length : throw _reader.FailAsTruncated();
        return true;
    }

    private void ReadInput()
    {
        Memory<byte> input = GetInput();
        AddInput(_source.Read(input.Span), input.Length);
    }

    private Memory<byte> GetInput()
    {
        Memory<byte> input = _reader.GetInput(out long position);
        if (_canSeek && _source.Position != _start + position)
        {
            Seek(_start + position);
        }

        return input;
    }

    private void Seek(long sourcePosition)
    {
        try
        {
            _source.Position = sourcePosition;
        }
        catch (ArgumentOutOfRangeException)
        {
            // A MemoryStream refuses positions beyond the largest array. Nothing is there.
            _source.Position = _source.Length;
        }
    }

    private void AddInput(int count, int most)
    {
        if (count < 0 || count > most)
        {
            throw new IOException("The source returned a wrong number of bytes.");
        }

        _reader.AddInput(count);
    }
}
