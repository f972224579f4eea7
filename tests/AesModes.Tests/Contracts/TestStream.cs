namespace AesModes.Tests.Contracts;

/// <summary>A stream in memory that can have fewer capabilities than a MemoryStream, and can fail.</summary>
internal sealed class TestStream : Stream
{
    private readonly MemoryStream _inner = new();
    private bool _wasRead;

    public TestStream(ReadOnlySpan<byte> content = default, long position = 0)
    {
        _inner.Write(content);
        _inner.Position = position;
        FirstContent = content.ToArray();
        FirstPlace = position;
    }

    public byte[] FirstContent { get; }

    public long FirstPlace { get; }

    public bool Readable { get; init; } = true;

    public bool Writable { get; init; } = true;

    public bool Seekable { get; init; } = true;

    /// <summary>The most bytes that a read returns, by the number of the read.</summary>
    public Func<int, int> ReadSize { get; init; } = _ => int.MaxValue;

    /// <summary>The content from the second pass, which begins when the position is first set after a read.</summary>
    public byte[]? SecondContent { get; init; }

    /// <summary>Reported instead of the content's length.</summary>
    public long? ReportedLength { get; init; }

    /// <summary>Called before each read with its number, starting at 1. The next two are called for writes and truncations.</summary>
    public Action<int>? OnRead { get; init; }

    public Action<int>? OnWrite { get; init; }

    public Action<int>? OnSetLength { get; init; }

    /// <summary>The number of the write that throws halfway, as on a full disk.</summary>
    public int PartialWrite { get; init; }

    public int Reads { get; private set; }

    public int Writes { get; private set; }

    public int Cuts { get; private set; }

    /// <summary>The array of the first read, for inspection after the call.</summary>
    public byte[]? FirstBuffer { get; private set; }

    public bool IsDisposed { get; private set; }

    public byte[] Content => _inner.ToArray();

    /// <summary>The stream's position, even if the stream cannot seek.</summary>
    public long Place => _inner.Position;

    public override bool CanRead => Readable;

    public override bool CanSeek => Seekable;

    public override bool CanWrite => Writable;

    public override long Length => Seekable ? ReportedLength ?? _inner.Length : throw new NotSupportedException("Length");

    public override long Position
    {
        get => Seekable ? _inner.Position : throw new NotSupportedException("Position");
        set
        {
            if (!Seekable)
            {
                throw new NotSupportedException("Position");
            }

            if (_wasRead && SecondContent is not null)
            {
                _inner.SetLength(0);
                _inner.Write(SecondContent);
            }

            _inner.Position = value;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        _wasRead = true;
        Reads++;
        OnRead?.Invoke(Reads);
        return _inner.Read(buffer[..Math.Min(buffer.Length, ReadSize(Reads))]);
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        FirstBuffer ??= buffer;
        return Read(buffer.AsSpan(offset, count));
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (!Writable)
        {
            throw new NotSupportedException("Write");
        }

        Writes++;
        OnWrite?.Invoke(Writes);
        if (Writes == PartialWrite)
        {
            _inner.Write(buffer[..(buffer.Length / 2)]);
            throw new TestException();
        }

        _inner.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void SetLength(long value)
    {
        if (!Seekable)
        {
            throw new NotSupportedException("SetLength");
        }

        Cuts++;
        OnSetLength?.Invoke(Cuts);
        _inner.SetLength(value);
    }

    public override long Seek(long offset, SeekOrigin origin) => Position = origin switch
    {
        SeekOrigin.Begin => offset,
        SeekOrigin.Current => Position + offset,
        _ => Length + offset,
    };

    public override void Flush()
    {
    }

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }
}
