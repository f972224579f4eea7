using System.Globalization;
using System.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>Encrypts and decrypts files of version 2 (docs/file-format.md). Without a backend, it uses the machine's default.</summary>
internal static class FileCipher
{
    public const int AezTagSize = 16;

    /// <summary>The size that an array can hold, minus room for the tag and a margin.</summary>
    public const int MaxAezSize = int.MaxValue - 65535;

    private const int BufferSize = 256 * 1024;
    private const int FirstPipeBuffer = 1 << 20;

    public static void Encrypt(
        FileHeader header, ReadOnlySpan<byte> secret, FileInput input, Func<Stream> createOutput, IProgress<long> progress, CancellationToken cancellation, Backend? backend = null)
    {
        backend ??= Backend.Require();
        using SecretBuffer algorithmKey = FileKeys.DeriveAlgorithmKey(header.Algorithm, header.Source, secret);
        if (header.Algorithm == FileAlgorithm.GcmSiv)
        {
            EncryptChunks(header, algorithmKey.Bytes, input, createOutput(), progress, backend, cancellation);
            return;
        }

        byte[] salt = RandomNumberGenerator.GetBytes(ChunkedFormat.SaltSize);
        using FileKeys keys = new(header, algorithmKey.Bytes, salt);
        if (header.Algorithm == FileAlgorithm.Aez)
        {
            using SecretBuffer memory = ReadAez(input, MaxAezSize, AezTagSize);
            cancellation.ThrowIfCancellationRequested();
            using Aez aez = new(keys.Key, AezTagSize, backend);
            aez.Encrypt(keys.Nonce, memory.Bytes.AsSpan(..^AezTagSize), memory.Bytes);
            Stream output = createOutput();
            output.Write([.. header.Bytes, .. salt, .. keys.Commitment]);
            Write(memory.Bytes, output, progress, cancellation);
        }
        else
        {
            Stream output = createOutput();
            output.Write([.. header.Bytes, .. salt, .. keys.Commitment]);
            XorCounterMode(keys.Key, keys.Nonce, input, output, progress, backend, cancellation);
        }
    }

    /// <exception cref="CommandFailure">The file is not the result of an encryption under this secret. With AES-GCM-SIV, the output may have the chunks before the first changed one.</exception>
    public static void Decrypt(
        FileHeader header, ReadOnlySpan<byte> secret, FileInput input, Func<Stream> createOutput, IProgress<long> progress, CancellationToken cancellation, Backend? backend = null)
    {
        backend ??= Backend.Require();
        using SecretBuffer algorithmKey = FileKeys.DeriveAlgorithmKey(header.Algorithm, header.Source, secret);
        byte[] start = input.ReadExactly(ChunkedFormat.SaltSize + ChunkedFormat.CommitmentSize);
        using FileKeys keys = new(header, algorithmKey.Bytes, start.AsSpan(0, ChunkedFormat.SaltSize));
        keys.CheckCommitment(start.AsSpan(ChunkedFormat.SaltSize), input.Name);
        if (header.Algorithm == FileAlgorithm.GcmSiv)
        {
            using PrefixedStream message = new(start, input.Stream);
            DecryptChunks(header, algorithmKey.Bytes, message, input.Name, createOutput, progress, backend, cancellation);
        }
        else if (header.Algorithm == FileAlgorithm.Aez)
        {
            using SecretBuffer memory = ReadAez(input, MaxAezSize + AezTagSize);
            cancellation.ThrowIfCancellationRequested();
            if (memory.Bytes.Length < AezTagSize)
            {
                throw NotAuthentic(input.Name);
            }

            using Aez aez = new(keys.Key, AezTagSize, backend);
            Span<byte> plaintext = memory.Bytes.AsSpan(..^AezTagSize);
            if (!aez.TryDecrypt(keys.Nonce, memory.Bytes, plaintext))
            {
                throw NotAuthentic(input.Name);
            }

            Write(plaintext, createOutput(), progress, cancellation);
        }
        else
        {
            XorCounterMode(keys.Key, keys.Nonce, input, createOutput(), progress, backend, cancellation);
        }
    }

    public static void XorCounterMode(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, FileInput input, Stream output, IProgress<long> progress, Backend backend, CancellationToken cancellation)
    {
        using FaceCtr ctr = new(key, backend);
        using ICryptoTransform transform = ctr.CreateEncryptor(counter);
        using SecretBuffer memory = new(BufferSize);
        long done = 0;
        int count;
        while ((count = input.Stream.Read(memory.Bytes)) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            transform.TransformBlock(memory.Bytes, 0, count, memory.Bytes, 0);
            output.Write(memory.Bytes.AsSpan(0, count));
            progress.Report(done += count);
        }

        // The signal may have ended the input.
        cancellation.ThrowIfCancellationRequested();
    }

    private static CommandFailure NotAuthentic(string path) => new($"{path} is not authentic: it was changed or truncated. Nothing was written.");

    public static void Write(ReadOnlySpan<byte> text, Stream output, IProgress<long> progress, CancellationToken cancellation)
    {
        for (long done = 0; !text.IsEmpty;)
        {
            cancellation.ThrowIfCancellationRequested();
            int size = Math.Min(BufferSize, text.Length);
            output.Write(text[..size]);
            text = text[size..];
            progress.Report(done += size);
        }
    }

    /// <summary>Reads the rest of the input, and leaves room for <paramref name="room"/> bytes after it.</summary>
    public static SecretBuffer ReadAez(FileInput input, int most, int room = 0)
    {
        if (!input.Stream.CanSeek)
        {
            return ReadPipe(input, most, room);
        }

        long size = input.Stream.Length - input.Stream.Position;
        if (size > most)
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"{input.Name} has {size:N0} bytes; {Limit(most)}"));
        }

        SecretBuffer memory = new((int)size + room);
        try
        {
            return input.Stream.ReadAtLeast(memory.Bytes.AsSpan(0, (int)size), (int)size, throwOnEndOfStream: false) == size && input.Stream.ReadByte() < 0
                ? memory
                : throw new CommandFailure($"{input.Name} changed while it was read. Nothing was written.");
        }
        catch
        {
            memory.Dispose();
            throw;
        }
    }

    /// <summary>A pipe does not report its size, so the memory doubles until the input fits.</summary>
    private static SecretBuffer ReadPipe(FileInput input, int most, int room)
    {
        SecretBuffer memory = new(FirstPipeBuffer);
        try
        {
            int size = 0;
            int count;
            while ((count = input.Stream.Read(memory.Bytes.AsSpan(size))) > 0)
            {
                size += count;
                if (size > most)
                {
                    throw new CommandFailure($"{input.Name} is too long: {Limit(most)}");
                }

                if (size == memory.Bytes.Length)
                {
                    memory = Move(memory, size, (int)Math.Min(2L * size, most + 1));
                }
            }

            return Move(memory, size, size + room);
        }
        catch
        {
            memory.Dispose();
            throw;
        }
    }

    private static SecretBuffer Move(SecretBuffer memory, int size, int newSize)
    {
        SecretBuffer larger = new(newSize);
        memory.Bytes.AsSpan(0, size).CopyTo(larger.Bytes);
        memory.Dispose();
        return larger;
    }

    private static string Limit(int most) => string.Create(CultureInfo.InvariantCulture, $"aez accepts at most {most:N0} bytes. gcm-siv and ctr accept larger files.");

    private static void EncryptChunks(
        FileHeader header, ReadOnlySpan<byte> key, FileInput input, Stream output, IProgress<long> progress, Backend backend, CancellationToken cancellation)
    {
        output.Write(header.Bytes);
        using ChunkedAesGcmSiv siv = new(key, backend);
        using ChunkedEncryptionStream encryptor = siv.CreateEncryptor(output, header.Bytes, leaveOpen: true);
        try
        {
            Copy(input.Stream, () => encryptor, progress, cancellation);
        }
        catch
        {
            // Without its last chunk, no reader accepts the message as complete.
            encryptor.Abort();
            throw;
        }
    }

    private static void DecryptChunks(
        FileHeader header, ReadOnlySpan<byte> key, Stream message, string path, Func<Stream> createOutput, IProgress<long> progress, Backend backend, CancellationToken cancellation)
    {
        using ChunkedAesGcmSiv siv = new(key, backend);
        using Stream decryptor = siv.CreateDecryptor(message, header.Bytes, leaveOpen: true);
        try
        {
            Copy(decryptor, createOutput, progress, cancellation);
        }
        catch (AuthenticationTagMismatchException e)
        {
            throw new CommandFailure($"{path} is not authentic. {e.Message}");
        }
    }

    /// <summary>Creates the output after the first read, which may fail.</summary>
    private static void Copy(Stream input, Func<Stream> createOutput, IProgress<long> progress, CancellationToken cancellation)
    {
        using SecretBuffer memory = new(BufferSize);
        int count = input.Read(memory.Bytes);
        Stream output = createOutput();
        for (long done = 0; count > 0; count = input.Read(memory.Bytes))
        {
            cancellation.ThrowIfCancellationRequested();
            output.Write(memory.Bytes.AsSpan(0, count));
            progress.Report(done += count);
        }

        // The signal may have ended the input.
        cancellation.ThrowIfCancellationRequested();
    }
}
