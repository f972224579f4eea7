using System.Buffers;
using System.Security.Cryptography;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>
/// Decrypts a message from pieces of any size. It does no I/O: after <see cref="ChunkRead.NeedsInput"/> the caller reads into the buffer of <see cref="GetInput"/>
/// and tries again.
/// </summary>
/// <remarks>After a message has failed, because it is not authentic or is truncated, every later call throws.</remarks>
internal sealed class ChunkReader : IDisposable
{
    private readonly byte[] _context;

    /// <summary>The header, later a chunk. One chunk stays in the L1 cache between the read and the decryption. Four at a time were slower.</summary>
    private byte[] _input = ArrayPool<byte>.Shared.Rent(SealedChunkSize);

    /// <summary>The chunk that was decrypted last, unless it went directly to the caller. Null as long as the caller reads whole chunks.</summary>
    private byte[]? _plaintext;

    /// <summary>The reader disposes it after it has read the header.</summary>
    private readonly ChunkedKey _key;

    private MessageKeys? _keys;
    private AuthenticationTagMismatchException? _failure;

    private long _inputChunk;
    private int _inputSize;
    private bool _isInputAtEnd;

    private long _plaintextChunk = -1;
    private int _plaintextSize;

    /// <param name="key">The key. The reader disposes it.</param>
    /// <param name="context">The message's context. The reader copies it.</param>
    public ChunkReader(ChunkedKey key, ReadOnlySpan<byte> context)
    {
        _key = key;
        _context = context.ToArray();
    }

    /// <summary>Reads plaintext from a position.</summary>
    /// <param name="position">The position in the plaintext.</param>
    /// <param name="destination">Receives the plaintext. It must not be empty.</param>
    /// <param name="count">The number of bytes read; 0 at the end of the plaintext.</param>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or it is truncated.</exception>
    public ChunkRead TryRead(long position, Span<byte> destination, out int count)
    {
        count = 0;
        if (!TryGetKeys())
        {
            return ChunkRead.NeedsInput;
        }

        (long chunk, long offset) = long.DivRem(position, ChunkSize);
        if (offset == 0 && destination.Length >= ChunkSize && chunk != _plaintextChunk && TryFind(chunk, out ReadOnlySpan<byte> input) && input.Length == SealedChunkSize)
        {
            // A whole chunk is decrypted directly to the caller's buffer.
            Decrypt(chunk, input, destination);
            count = ChunkSize;
            return ChunkRead.Done;
        }

        ChunkRead result = TryLoad(chunk);
        if (result == ChunkRead.Done)
        {
            count = Math.Clamp(_plaintextSize - (int)offset, 0, destination.Length);
            if (count > 0)
            {
                _plaintext.AsSpan((int)offset, count).CopyTo(destination);
            }
        }

        return result;
    }

    /// <summary>Decrypts the last chunk, which proves the plaintext's length.</summary>
    /// <param name="messageLength">The message's length as the source states it.</param>
    /// <param name="length">The plaintext's length.</param>
    /// <exception cref="AuthenticationTagMismatchException">The message is not authentic, or it is truncated.</exception>
    /// <exception cref="IOException">The source has more bytes than its Length states.</exception>
    public ChunkRead TryGetLength(long messageLength, out long length)
    {
        length = 0;
        if (!TryGetKeys())
        {
            return ChunkRead.NeedsInput;
        }

        long last = (GetPlaintextLength(messageLength) ?? throw Fail(ChunkFailure.Truncated())) / ChunkSize;
        ChunkRead result = TryLoad(last);
        if (result == ChunkRead.Done)
        {
            length = (last * ChunkSize) + _plaintextSize;
            if (_plaintextSize == ChunkSize)
            {
                throw new IOException("The source has more bytes than its Length states.");
            }
        }

        return result;
    }

    /// <summary>Returns the buffer for the next input.</summary>
    /// <param name="position">The position of that input in the message.</param>
    public Memory<byte> GetInput(out long position)
    {
        int end = _keys is null ? HeaderSize : SealedChunkSize;
        position = (_keys is null ? 0 : GetOffset(_inputChunk)) + _inputSize;
        return _input.AsMemory(_inputSize, end - _inputSize);
    }

    /// <summary>Adds the number of bytes that were read into the buffer of <see cref="GetInput"/>. 0 is the end of the source.</summary>
    public void AddInput(int count)
    {
        _inputSize += count;
        _isInputAtEnd = count == 0;
    }

    /// <summary>Marks the message as truncated. Returns the exception that this call and every later call throws.</summary>
    public AuthenticationTagMismatchException FailAsTruncated() => Fail(ChunkFailure.Truncated());

    /// <exception cref="AuthenticationTagMismatchException">The message failed before.</exception>
    public void ThrowIfFailed()
    {
        if (_failure is not null)
        {
            throw new AuthenticationTagMismatchException(_failure.Message);
        }
    }

    public void Dispose()
    {
        _key.Dispose();
        _keys?.Dispose();
        CryptographicOperations.ZeroMemory(_plaintext);
        SharedBuffer.Return(ref _input);
    }

    /// <summary>Derives the keys, if the header is complete.</summary>
    private bool TryGetKeys()
    {
        if (_keys is not null)
        {
            return true;
        }

        if (_inputSize < HeaderSize)
        {
            return _isInputAtEnd ? throw Fail(ChunkFailure.Truncated()) : false;
        }

        _keys = _key.OpenMessage(_context, _input.AsSpan(0, HeaderSize))
            ?? throw Fail(ChunkFailure.WrongKey());
        _key.Dispose();
        _inputSize = 0;
        return true;
    }

    /// <summary>Decrypts a chunk to <see cref="_plaintext"/>.</summary>
    private ChunkRead TryLoad(long chunk)
    {
        if (chunk == _plaintextChunk)
        {
            return ChunkRead.Done;
        }

        if (!TryFind(chunk, out ReadOnlySpan<byte> input))
        {
            return ChunkRead.NeedsInput;
        }

        if (input.IsEmpty && chunk > 0)
        {
            return ChunkRead.PastEnd;
        }

        _plaintextChunk = -1;
        if (input.Length > ChunkAead.TagSize)
        {
            _plaintext ??= GC.AllocateUninitializedArray<byte>(ChunkSize, pinned: true);
        }

        Decrypt(chunk, input, _plaintext);
        (_plaintextChunk, _plaintextSize) = (chunk, input.Length - ChunkAead.TagSize);
        return ChunkRead.Done;
    }

    private void Decrypt(long chunk, ReadOnlySpan<byte> input, Span<byte> destination)
    {
        if (input.Length < ChunkAead.TagSize)
        {
            throw Fail(ChunkFailure.Truncated());
        }

        if (!_keys!.TryDecrypt(chunk, input, destination))
        {
            throw Fail(ChunkFailure.Forged(chunk));
        }
    }

    /// <summary>
    /// Returns whether the input has all of a chunk. If it has another chunk, discards that. A chunk cut off by the end of the source counts as complete: its tag
    /// shows the difference.
    /// </summary>
    private bool TryFind(long chunk, out ReadOnlySpan<byte> input)
    {
        if (chunk != _inputChunk)
        {
            (_inputChunk, _inputSize, _isInputAtEnd) = (chunk, 0, false);
        }

        input = _input.AsSpan(0, _inputSize);
        return _inputSize == SealedChunkSize || _isInputAtEnd;
    }

    private AuthenticationTagMismatchException Fail(AuthenticationTagMismatchException failure) => _failure = failure;
}
