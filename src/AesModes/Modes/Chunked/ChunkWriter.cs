using System.Buffers;
using System.Security.Cryptography;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>Encrypts a message from plaintext in pieces of any size. It does no I/O: <see cref="Output"/> is what to write next.</summary>
internal sealed class ChunkWriter : IDisposable
{
    /// <summary>Several chunks in one write, which fit into 64 KiB: the pool has arrays of powers of two.</summary>
    public const int OutputSize = HeaderSize + (3 * SealedChunkSize);

    private readonly MessageKeys _keys;

    private byte[] _output = ArrayPool<byte>.Shared.Rent(OutputSize);

    /// <summary>The beginning of the current chunk. Null as long as the caller gives whole chunks.</summary>
    private byte[]? _plaintext;

    private int _plaintextSize;
    private int _outputSize;
    private long _chunk;

    public ChunkWriter(ChunkedKey key, ReadOnlySpan<byte> context)
    {
        _keys = key.CreateMessage(context, _output.AsSpan(0, HeaderSize));
        _outputSize = HeaderSize;
    }

    public ReadOnlyMemory<byte> Output => _output.AsMemory(0, _outputSize);

    /// <summary>To be called when the output is written.</summary>
    public void ClearOutput() => _outputSize = 0;

    /// <summary>Takes plaintext until the output has no room for another chunk. Returns the number of bytes taken.</summary>
    public int Add(ReadOnlySpan<byte> plaintext)
    {
        int taken = 0;
        while (taken < plaintext.Length && OutputSize - _outputSize >= SealedChunkSize)
        {
            ReadOnlySpan<byte> rest = plaintext[taken..];
            if (_plaintextSize == 0 && rest.Length >= ChunkSize)
            {
                Encrypt(rest[..ChunkSize]);
                taken += ChunkSize;
                continue;
            }

            _plaintext ??= GC.AllocateUninitializedArray<byte>(ChunkSize, pinned: true);
            int size = Math.Min(rest.Length, ChunkSize - _plaintextSize);
            rest[..size].CopyTo(_plaintext.AsSpan(_plaintextSize));
            _plaintextSize += size;
            taken += size;
            if (_plaintextSize == ChunkSize)
            {
                Encrypt(_plaintext);
                _plaintextSize = 0;
            }
        }

        return taken;
    }

    /// <summary>Ends the message. The output must be empty or the header alone.</summary>
    public void AddLastChunk() => Encrypt(_plaintext.AsSpan(0, _plaintextSize));

    public void Dispose()
    {
        _keys.Dispose();
        CryptographicOperations.ZeroMemory(_plaintext);
        SharedBuffer.Return(ref _output);
    }

    private void Encrypt(ReadOnlySpan<byte> plaintext)
    {
        _keys.Encrypt(_chunk, plaintext, _output.AsSpan(_outputSize));
        _outputSize += plaintext.Length + ChunkAead.TagSize;
        _chunk++;
    }
}
