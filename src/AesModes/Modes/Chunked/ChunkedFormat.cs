namespace AesModes.Modes;

/// <summary>Sizes and offsets in a message of C2SP chunked encryption: salt ‖ commitment ‖ chunks, each with its tag.</summary>
internal static class ChunkedFormat
{
    /// <summary>The plaintext size of every chunk but the last, which is shorter.</summary>
    public const int ChunkSize = 16384;

    public const int SealedChunkSize = ChunkSize + ChunkAead.TagSize;
    public const int SaltSize = 24;
    public const int CommitmentSize = 32;
    public const int HeaderSize = SaltSize + CommitmentSize;
    public const long MaxChunks = 1L << 38;

    /// <summary>2⁵² − 1, because the last chunk is shorter than the others.</summary>
    public const long MaxPlaintextSize = (MaxChunks * ChunkSize) - 1;

    public static long GetCiphertextLength(long plaintextLength)
    {
        (long chunks, long rest) = long.DivRem(plaintextLength, ChunkSize);
        return GetOffset(chunks) + rest + ChunkAead.TagSize;
    }

    /// <summary>Returns null if no message has this length.</summary>
    public static long? GetPlaintextLength(long ciphertextLength)
    {
        (long chunks, long rest) = long.DivRem(ciphertextLength - HeaderSize, SealedChunkSize);
        return ciphertextLength >= HeaderSize && rest >= ChunkAead.TagSize && chunks < MaxChunks ? (chunks * ChunkSize) + rest - ChunkAead.TagSize : null;
    }

    /// <summary>Returns the offset of a chunk in the message.</summary>
    public static long GetOffset(long chunk) => HeaderSize + (chunk * SealedChunkSize);
}
