using System.Buffers;
using System.Security.Cryptography;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>Encrypts a message from pieces of plaintext of any size. It does no I/O: the caller writes <see cref="Output"/>.</summary>
internal sealed class ChunkWriter : IDisposable
{
    /// <summary>The header and three chunks, for few writes. They fit into 64 KiB, one of the pool's sizes, which are powers of two.</summary>
    public const int OutputSize = HeaderSize + (3 * SealedChunkSize);

    private readonly MessageKeys _keys;

    private byte[] _output = ArrayPool<byte>.Shared.Rent(OutputSize);

    /// <summary>The beginning of the current chunk. Null as long as the caller passes whole chunks.</summary>
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

    /// <summary>Call it after writing the output.</summary>
    public void ClearOutput() => _outputSize = 0;

    /// <summary>Adds plaintext until the output has no room for another chunk. Returns the number of bytes added.</summary>
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
