using System.Buffers.Binary;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>The keys of one chunked message. Any number of threads can use them at the same time, for different chunks.</summary>
internal sealed class MessageKeys(ChunkAead aead, ReadOnlySpan<byte> baseNonce) : IDisposable
{
    private readonly uint _nonceStart = BinaryPrimitives.ReadUInt32BigEndian(baseNonce);
    private readonly ulong _nonceEnd = BinaryPrimitives.ReadUInt64BigEndian(baseNonce[sizeof(uint)..]);

    /// <param name="chunk">The chunk's number, from 0.</param>
    /// <param name="plaintext">At most 16,384 bytes. Fewer make this the last chunk.</param>
    /// <param name="destination">Receives ciphertext ‖ tag. It must not overlap the plaintext.</param>
    public void Encrypt(long chunk, ReadOnlySpan<byte> plaintext, Span<byte> destination)
    {
        Span<byte> nonce = stackalloc byte[ChunkAead.NonceSize];
        WriteNonce(chunk, nonce);
        aead.Encrypt(nonce, plaintext, destination[..plaintext.Length], destination.Slice(plaintext.Length, ChunkAead.TagSize));
    }

    /// <summary>Decrypts ciphertext ‖ tag. If the chunk is not authentic, it clears the plaintext and returns false.</summary>
    public bool TryDecrypt(long chunk, ReadOnlySpan<byte> sealedChunk, Span<byte> plaintext)
    {
        Span<byte> nonce = stackalloc byte[ChunkAead.NonceSize];
        WriteNonce(chunk, nonce);
        return aead.TryDecrypt(nonce, sealedChunk[..^ChunkAead.TagSize], sealedChunk[^ChunkAead.TagSize..], plaintext[..(sealedChunk.Length - ChunkAead.TagSize)]);
    }

    public void Dispose() => aead.Dispose();

    /// <summary>Writes the base nonce ⊕ the chunk's number, both big-endian.</summary>
    private void WriteNonce(long chunk, Span<byte> nonce)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((ulong)chunk, (ulong)MaxChunks, nameof(chunk));
        BinaryPrimitives.WriteUInt32BigEndian(nonce, _nonceStart);
        BinaryPrimitives.WriteUInt64BigEndian(nonce[sizeof(uint)..], _nonceEnd ^ (ulong)chunk);
    }
}
