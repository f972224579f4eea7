using static AesModes.Tests.Chunked.ChunkedSample;

namespace AesModes.Tests.Chunked;

/// <summary>Tests that the streams do not allocate. Not in the fast subset, because mutated code allocates in every asynchronous call.</summary>
public sealed class ChunkedAllocationTests
{
    [Fact]
    public async Task Streams_ChunkAfterChunk_AllocateNothing()
    {
        using ChunkedAesGcmSiv mode = Create();
        byte[] plaintext = CreatePlaintext(40 * Chunk);
        byte[] message = Encrypt(plaintext);
        await using ChunkedEncryptionStream encryptor = mode.CreateEncryptor(Stream.Null);
        await using Stream decryptor = mode.CreateDecryptor(new MemoryStream(message));
        byte[] piece = new byte[10_000];
        Action[] calls =
        [
            () => encryptor.Write(plaintext),
            () => encryptor.Write(piece),
            () => encryptor.WriteAsync(plaintext).AsTask().GetAwaiter().GetResult(),
            () => decryptor.Read(piece),
            () => _ = decryptor.ReadAsync(piece).Result,
            () => decryptor.Position = 0,
        ];
        foreach (Action call in calls)
        {
            // The runtime allocates once for a method that it compiles again, so the least of several calls counts.
            call();
            Assert.Equal(0, Enumerable.Range(0, 5).Min(_ => Measure(call)));
        }
    }

    private static long Measure(Action call)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        call();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
