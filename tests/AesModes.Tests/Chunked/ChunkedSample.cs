using AesModes.Modes;

namespace AesModes.Tests.Chunked;

/// <summary>A message of several chunks, and methods to create and read one.</summary>
internal static class ChunkedSample
{
    public const int Chunk = ChunkedFormat.ChunkSize;

    public const int SealedChunk = ChunkedFormat.SealedChunkSize;

    public const int Header = ChunkedFormat.HeaderSize;

    public static byte[] Key { get; } = Sample.Filled(32);

    public static ChunkedAesGcmSiv Create() => new(Key);

    /// <summary>Returns random bytes, the same in every run. With equal bytes, a test would not notice a wrong position.</summary>
    public static byte[] CreatePlaintext(int size) => Bytes.Random(new Random(1), size);

    public static byte[] Encrypt(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> context = default)
    {
        using ChunkedAesGcmSiv mode = Create();
        return Encrypt(mode, plaintext, context);
    }

    public static byte[] Encrypt(ChunkedAesGcmSiv mode, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> context = default)
    {
        MemoryStream message = new();
        using (ChunkedEncryptionStream stream = mode.CreateEncryptor(message, context, leaveOpen: true))
        {
            stream.Write(plaintext);
        }

        return message.ToArray();
    }

    /// <summary>Returns the plaintext that the decryptor gives before it ends or fails, and its exception.</summary>
    public static (byte[] Plaintext, Exception? Failure) Read(Stream decryptor, int pieceSize)
    {
        MemoryStream plaintext = new();
        byte[] piece = new byte[pieceSize];
        try
        {
            int count;
            while ((count = decryptor.Read(piece)) > 0)
            {
                plaintext.Write(piece, 0, count);
            }

            return (plaintext.ToArray(), null);
        }
        catch (Exception e) when (e is System.Security.Cryptography.CryptographicException or IOException)
        {
            return (plaintext.ToArray(), e);
        }
    }

    public static (byte[] Plaintext, Exception? Failure) Decrypt(byte[] message, int pieceSize = 3 * Chunk, bool seekable = true, byte[]? context = null)
    {
        using ChunkedAesGcmSiv mode = Create();
        using Stream decryptor = mode.CreateDecryptor(new TestStream(message) { Seekable = seekable }, context);
        return Read(decryptor, pieceSize);
    }

    public static void AssertGives(byte[] plaintext, (byte[] Plaintext, Exception? Failure) result)
    {
        Assert.Null(result.Failure);
        Assert.Equal(plaintext, result.Plaintext);
    }
}
