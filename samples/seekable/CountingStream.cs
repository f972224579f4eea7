namespace AesModes.Samples.Seekable;

/// <summary>Counts what is read from a stream, so that the sample can say how much of the file was needed. The stream stays the caller's.</summary>
internal sealed class CountingStream(Stream inner) : Stream
{
    public long BytesRead { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => inner.Length;

    public override long Position { get => inner.Position; set => inner.Position = value; }

    public override int Read(Span<byte> buffer)
    {
        int count = inner.Read(buffer);
        BytesRead += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => inner.Seek(offset, origin);

    public override void Flush() => inner.Flush();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
