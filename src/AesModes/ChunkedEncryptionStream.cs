using System.Diagnostics.CodeAnalysis;

namespace AesModes;

/// <summary>
/// Encrypts what is written to it as one message of chunks. <see cref="ChunkedAesGcmSiv.CreateEncryptor(Stream, ReadOnlySpan{byte}, bool)"/> creates it.
/// </summary>
/// <remarks>
/// <para><see cref="Stream.Dispose()"/> and <see cref="Stream.DisposeAsync"/> write the last chunk, which completes the message. They do not write it
/// after <see cref="Abort"/>, a cancelled write or flush, or an exception of the destination. The message then lacks its end, and no reader accepts it
/// as complete. Exceptions of the destination pass through; later writes throw <see cref="InvalidOperationException"/>.</para>
/// <para>Dispose cannot know that your own code failed. If you cannot read the plaintext to its end, call <see cref="Abort"/> before a <c>using</c> statement
/// disposes the stream.</para>
/// <para>The stream keeps up to 16,383 bytes until they fill a chunk. <see cref="Flush"/> cannot write them.</para>
/// <para>The stream serves one call at a time. A second one throws <see cref="InvalidOperationException"/>. If another thread disposes the stream during a
/// write, the write throws <see cref="ObjectDisposedException"/>. In both cases the message is not completed.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Security.Cryptography;
/// using AesModes;
///
/// byte[] key = RandomNumberGenerator.GetBytes(32);
/// using ChunkedAesGcmSiv chunked = new(key);
///
/// using MemoryStream source = new(RandomNumberGenerator.GetBytes(100_000));
/// using MemoryStream destination = new();
/// using ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(destination, leaveOpen: true);
/// try
/// {
///     source.CopyTo(encryptor);
///     encryptor.Close();   // writes the end
/// }
/// catch
/// {
///     encryptor.Abort();   // no end is written: nobody takes the message for complete
///     throw;
/// }
/// </code>
/// </example>
public sealed class ChunkedEncryptionStream : Stream
{
    private readonly Stream _destination;
    private readonly bool _leaveOpen;
    private readonly ChunkWriter _writer;
    private readonly CallGate _gate = new(typeof(ChunkedEncryptionStream));
    private volatile bool _isBroken;

    internal ChunkedEncryptionStream(ChunkedKey key, Stream destination, ReadOnlySpan<byte> context, bool leaveOpen)
    {
        _destination = destination;
        _leaveOpen = leaveOpen;
        _writer = new ChunkWriter(key, context);
    }

    /// <summary>Gets <c>false</c>: the stream cannot read.</summary>
    public override bool CanRead => false;

    /// <summary>Gets <c>false</c>: the stream cannot seek.</summary>
    public override bool CanSeek => false;

    /// <summary>Gets <c>true</c> until the stream is disposed.</summary>
    public override bool CanWrite => !_gate.IsClosed;

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Length => throw new NotSupportedException("The stream cannot seek.");

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Position
    {
        get => throw new NotSupportedException("The stream cannot seek.");
        set => throw new NotSupportedException("The stream cannot seek.");
    }

    /// <summary>
    /// Abandons the message: later writes throw <see cref="InvalidOperationException"/>, and <see cref="Stream.Dispose()"/> does not write the last
    /// chunk. It has no effect on a disposed stream.
    /// </summary>
    public void Abort() => _isBroken = true;

    /// <summary>Encrypts the plaintext. It writes full chunks to the destination and keeps the rest.</summary>
    /// <param name="buffer">The plaintext.</param>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    /// <exception cref="InvalidOperationException">The message was aborted, an earlier write failed, or another call is in progress.</exception>
    /// <exception cref="IOException">The destination failed. The message cannot be completed.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Enter();
        bool succeeded = false;
        try
        {
            while (!buffer.IsEmpty)
            {
                buffer = buffer[_writer.Add(buffer)..];
                WriteOutput();
            }

            succeeded = true;
        }
        finally
        {
            Leave(succeeded);
        }
    }

    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    /// <param name="buffer">The array with the plaintext.</param>
    /// <param name="offset">The byte of the array at which the plaintext begins.</param>
    /// <param name="count">The length of the plaintext in bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The range is not in the array.</exception>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        Write(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    /// <param name="value">The plaintext: one byte.</param>
    public override void WriteByte(byte value) => Write([value]);

    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    /// <param name="buffer">The plaintext. It must not change before the task completes.</param>
    /// <param name="cancellationToken">Cancels the write. The message then cannot be completed.</param>
    /// <returns>A task that completes when all full chunks are written.</returns>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    [SuppressMessage("ApiDesign", "RS0027:API with optional parameter(s) should have the most parameters amongst its public overloads", Justification = "Stream's own overloads.")]
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Enter();
        bool succeeded = false;
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            while (!buffer.IsEmpty)
            {
                buffer = buffer[_writer.Add(buffer.Span)..];
                await WriteOutputAsync(cancellationToken).ConfigureAwait(false);
            }

            succeeded = true;
        }
        finally
        {
            Leave(succeeded);
        }
    }

    /// <inheritdoc cref="WriteAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <param name="buffer">The array with the plaintext.</param>
    /// <param name="offset">The byte of the array at which the plaintext begins.</param>
    /// <param name="count">The length of the plaintext in bytes.</param>
    /// <param name="cancellationToken">Cancels the write. The message then cannot be completed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is <c>null</c>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The range is not in the array.</exception>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <summary>Writes the header if it is not written yet, and flushes the destination. A chunk that is not full stays in the stream.</summary>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    /// <exception cref="InvalidOperationException">The message was aborted, an earlier write failed, or another call is in progress.</exception>
    /// <exception cref="IOException">The destination failed. The message cannot be completed.</exception>
    public override void Flush()
    {
        Enter();
        bool succeeded = false;
        try
        {
            WriteOutput();
            _destination.Flush();
            succeeded = true;
        }
        finally
        {
            Leave(succeeded);
        }
    }

    /// <inheritdoc cref="Flush"/>
    /// <param name="cancellationToken">Cancels the flush. The message then cannot be completed.</param>
    /// <returns>A task that completes when the destination is flushed.</returns>
    /// <exception cref="OperationCanceledException">Cancellation was requested.</exception>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        Enter();
        bool succeeded = false;
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await WriteOutputAsync(cancellationToken).ConfigureAwait(false);
            await _destination.FlushAsync(cancellationToken).ConfigureAwait(false);
            succeeded = true;
        }
        finally
        {
            Leave(succeeded);
        }
    }

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("The stream cannot read.");

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("The stream cannot seek.");

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void SetLength(long value) => throw new NotSupportedException("The stream cannot seek.");

    /// <summary>
    /// Completes the message unless it was aborted or a write failed. Overwrites its keys, and disposes the destination unless it is left open.
    /// </summary>
    /// <returns>A task that completes when the stream is disposed.</returns>
    /// <exception cref="IOException">The destination failed. The message is not complete.</exception>
    public override async ValueTask DisposeAsync()
    {
        bool ownsWriter = _gate.Close();
        try
        {
            if (ownsWriter && !_isBroken)
            {
                _writer.AddLastChunk();
                await WriteOutputAsync(CancellationToken.None).ConfigureAwait(false);
            }
        }
        finally
        {
            if (ownsWriter)
            {
                _writer.Dispose();
            }

            if (!_leaveOpen)
            {
                await _destination.DisposeAsync().ConfigureAwait(false);
            }
        }

        await base.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        bool ownsWriter = _gate.Close();
        try
        {
            if (ownsWriter && !_isBroken)
            {
                _writer.AddLastChunk();
                WriteOutput();
            }
        }
        finally
        {
            if (ownsWriter)
            {
                _writer.Dispose();
            }

            if (!_leaveOpen)
            {
                _destination.Dispose();
            }

            base.Dispose(disposing);
        }
    }

    private void Enter()
    {
        try
        {
            _gate.Enter();
        }
        catch (InvalidOperationException)
        {
            // The message would lack the bytes of this call.
            _isBroken = true;
            throw;
        }

        if (_isBroken)
        {
            Leave(succeeded: false);
            throw new InvalidOperationException("The message cannot be completed: it was aborted, or a write to the destination failed.");
        }
    }

    private void Leave(bool succeeded)
    {
        if (!succeeded)
        {
            _isBroken = true;
        }

        if (!_gate.TryLeave())
        {
            _writer.Dispose();
            _gate.ThrowIfClosed();
        }
    }

    private void WriteOutput()
    {
        if (!_writer.Output.IsEmpty)
        {
            _destination.Write(_writer.Output.Span);
            _writer.ClearOutput();
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WriteOutputAsync(CancellationToken cancellationToken)
    {
        if (!_writer.Output.IsEmpty)
        {
            await _destination.WriteAsync(_writer.Output, cancellationToken).ConfigureAwait(false);
            _writer.ClearOutput();
        }
    }
}
