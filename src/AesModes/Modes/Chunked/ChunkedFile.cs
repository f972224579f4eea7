using System.Runtime.ExceptionServices;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;
using static AesModes.Modes.ChunkedFormat;

namespace AesModes.Modes;

/// <summary>Encrypts or decrypts all chunks of a message in files, on several cores. The caller handles the header.</summary>
/// <param name="keys">The message's keys.</param>
/// <param name="plaintext">The file with the plaintext.</param>
/// <param name="ciphertext">The file with the message.</param>
/// <param name="length">The plaintext's size in bytes.</param>
internal sealed class ChunkedFile(MessageKeys keys, SafeFileHandle plaintext, SafeFileHandle ciphertext, long length)
{
    /// <summary>One mebibyte of plaintext. Half and twice as much were slower on two cores.</summary>
    public const int ChunksPerBatch = 64;

    private readonly long _lastBatch = length / (ChunksPerBatch * ChunkSize);

    /// <summary>Returns whether the last chunk is authentic, so that nothing is missing at the end.</summary>
    public static bool IsComplete(MessageKeys keys, SafeFileHandle ciphertext, long length)
    {
        using Batch batch = new(chunks: 1);
        long chunk = length / ChunkSize;
        Span<byte> last = batch.Ciphertext.AsSpan(0, (int)(length % ChunkSize) + ChunkAead.TagSize);
        ReadAll(ciphertext, last, GetOffset(chunk));
        return keys.TryDecrypt(chunk, last, batch.Plaintext);
    }

    /// <exception cref="IOException">A file failed, or the plaintext's length changed.</exception>
    public void Encrypt(IProgress<long>? progress, ParallelOptions options)
    {
        Run(EncryptBatch, progress, options);

        // This also detects a file without a length of its own, as in /proc.
        if (RandomAccess.Read(plaintext, new byte[1], length) > 0)
        {
            throw new IOException("The file has more bytes than its length said when the encryption began.");
        }
    }

    /// <summary>Decrypts. If it throws, the caller must remove what it wrote.</summary>
    /// <exception cref="AuthenticationTagMismatchException">A chunk is not authentic.</exception>
    /// <exception cref="IOException">A file failed, or the ciphertext became shorter.</exception>
    public void Decrypt(IProgress<long>? progress, ParallelOptions options) => Run(DecryptBatch, progress, options);

    private void Run(Action<long, Batch, int, int> process, IProgress<long>? progress, ParallelOptions options)
    {
        Lock gate = new();
        long done = 0;
        long started = 0;
        int most = options.MaxDegreeOfParallelism < 0 ? Environment.ProcessorCount : options.MaxDegreeOfParallelism;
        progress?.Report(0);
        try
        {
            // Each iteration is a worker that processes batch after batch. Parallel.For itself would distribute them in runs, and one core would wait at the end.
            _ = Parallel.For(
                0,
                (int)Math.Min(most, _lastBatch + 1),
                options,
                (_, state) =>
                {
                    using Batch batch = new(ChunksPerBatch);
                    while (!state.ShouldExitCurrentIteration && Interlocked.Increment(ref started) - 1 is var number && number <= _lastBatch)
                    {
                        options.CancellationToken.ThrowIfCancellationRequested();
                        int size = (int)Math.Min(ChunksPerBatch * ChunkSize, length - (number * ChunksPerBatch * ChunkSize));
                        process(number, batch, size, number == _lastBatch ? (size / ChunkSize) + 1 : ChunksPerBatch);
                        if (progress is not null)
                        {
                            // One report at a time, so that the values increase.
                            lock (gate)
                            {
                                progress.Report(done += size);
                            }
                        }
                    }
                });
        }
        catch (AggregateException e)
        {
            ExceptionDispatchInfo.Throw(e.InnerExceptions[0]);
        }
    }

    private void EncryptBatch(long number, Batch batch, int size, int chunks)
    {
        long first = number * ChunksPerBatch;
        ReadAll(plaintext, batch.Plaintext.AsSpan(0, size), first * ChunkSize);
        for (int i = 0; i < chunks; i++)
        {
            keys.Encrypt(first + i, Slice(batch.Plaintext.AsSpan(0, size), i, ChunkSize), batch.Ciphertext.AsSpan(i * SealedChunkSize));
        }

        RandomAccess.Write(ciphertext, batch.Ciphertext.AsSpan(0, size + (chunks * ChunkAead.TagSize)), GetOffset(first));
    }

    private void DecryptBatch(long number, Batch batch, int size, int chunks)
    {
        long first = number * ChunksPerBatch;
        Span<byte> input = batch.Ciphertext.AsSpan(0, size + (chunks * ChunkAead.TagSize));
        ReadAll(ciphertext, input, GetOffset(first));
        for (int i = 0; i < chunks; i++)
        {
            if (!keys.TryDecrypt(first + i, Slice(input, i, SealedChunkSize), batch.Plaintext.AsSpan(i * ChunkSize)))
            {
                throw ChunkFailure.Forged(first + i);
            }
        }

        RandomAccess.Write(plaintext, batch.Plaintext.AsSpan(0, size), first * ChunkSize);
    }

    /// <summary>Returns the piece with this number. The last one is shorter.</summary>
    private static ReadOnlySpan<byte> Slice(ReadOnlySpan<byte> pieces, int number, int size) =>
        pieces.Slice(number * size, Math.Min(size, pieces.Length - (number * size)));

    private static void ReadAll(SafeFileHandle file, Span<byte> destination, long position)
    {
        while (!destination.IsEmpty)
        {
            int count = RandomAccess.Read(file, destination, position);
            if (count == 0)
            {
                throw new IOException("The file became shorter while it was read.");
            }

            destination = destination[count..];
            position += count;
        }
    }

    /// <summary>The memory for a number of chunks.</summary>
    private sealed class Batch(int chunks) : IDisposable
    {
        public byte[] Plaintext { get; } = GC.AllocateUninitializedArray<byte>(chunks * ChunkSize, pinned: true);

        public byte[] Ciphertext { get; } = GC.AllocateUninitializedArray<byte>(chunks * SealedChunkSize);

        public void Dispose() => CryptographicOperations.ZeroMemory(Plaintext);
    }
}
