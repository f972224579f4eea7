using System.Buffers.Binary;
using System.Security.Cryptography;
using AesModes;

namespace Examples;

#region Sealed chunks
public static class SealedChunks
{
    private const int ChunkSize = 1 << 16;
    private const int IdSize = 16;

    public static void Seal(AesGcmSiv siv, Stream plaintext, Stream output)
    {
        byte[] id = RandomNumberGenerator.GetBytes(IdSize);
        output.Write(id);
        byte[] chunk = new byte[ChunkSize];
        bool last = false;
        for (long number = 0; !last; number++)
        {
            int length = plaintext.ReadAtLeast(chunk, ChunkSize, throwOnEndOfStream: false);
            last = length < ChunkSize;                    // the last chunk is shorter than the others, if need be empty
            output.Write(siv.Seal(chunk[..length], Place(id, number)));
        }
    }

    public static void Open(AesGcmSiv siv, Stream input, Stream plaintext)
    {
        byte[] id = new byte[IdSize];
        input.ReadExactly(id);
        byte[] chunk = new byte[AesGcmSiv.GetSealedLength(ChunkSize)];
        bool last = false;
        for (long number = 0; !last; number++)
        {
            int length = input.ReadAtLeast(chunk, chunk.Length, throwOnEndOfStream: false);
            last = length < chunk.Length;
            plaintext.Write(siv.Open(chunk[..length], Place(id, number)));
        }
    }

    // Which stream, and which chunk of it: so none can be left out, moved or taken from another stream.
    private static byte[] Place(byte[] id, long number)
    {
        byte[] place = new byte[IdSize + sizeof(long)];
        id.CopyTo(place, 0);
        BinaryPrimitives.WriteInt64BigEndian(place.AsSpan(IdSize), number);
        return place;
    }
}
#endregion
