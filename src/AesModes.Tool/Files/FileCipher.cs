using System.Globalization;
using System.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>Files to encrypted files and back, as docs/file-format.md says; without a backend on what every program gets.</summary>
internal static class FileCipher
{
    /// <summary>What an array can hold, with room for the tag and some to spare.</summary>
    public const long MaxAezSize = (1L << 31) - 65536;

    /// <summary>RFC 8452 §6.</summary>
    public const long MaxGcmSivSize = 1L << 36;

    private const int ChunkSize = 256 * 1024;
    private const int AezTagSize = 16;

    public static void Encrypt(
        FileAlgorithm algorithm, ReadOnlySpan<byte> key, FileStream input, Func<FileStream> createOutput, IProgress<long> progress, CancellationToken cancellation, Backend? backend = null)
    {
        backend ??= Backend.Require();
        FileHeader header = FileHeader.Create(algorithm);
        if (algorithm == FileAlgorithm.GcmSiv)
        {
            CheckSize(input, MaxGcmSivSize, algorithm);
            FileStream output = createOutput();
            Span<byte> tag = stackalloc byte[algorithm.TagSize];
            tag.Clear();
            output.Write(header.Bytes);
            output.Write(tag);
            using AesGcmSiv siv = new(key, backend);
            siv.Encrypt(header.Nonce, input, output, tag, header.Bytes, progress, cancellation);
            output.Position = header.Bytes.Length;
            output.Write(tag);
        }
        else if (algorithm == FileAlgorithm.Aez)
        {
            CheckSize(input, MaxAezSize, algorithm);
            int size = (int)input.Length;
            using Aez aez = new(key, AezTagSize, backend);
            using SecretBuffer memory = new(size + AezTagSize);
            Span<byte> plaintext = memory.Bytes.AsSpan(0, size);
            ReadAll(input, plaintext);
            cancellation.ThrowIfCancellationRequested();
            aez.Encrypt(header.Nonce, plaintext, memory.Bytes, header.Bytes);
            FileStream output = createOutput();
            output.Write(header.Bytes);
            Write(memory.Bytes, output, progress, cancellation);
        }
        else
        {
            FileStream output = createOutput();
            output.Write(header.Bytes);
            XorCounterMode(key, header, input, output, progress, backend, cancellation);
        }
    }

    /// <exception cref="CommandFailure">It is not what was encrypted under this key.</exception>
    public static void Decrypt(
        FileHeader header, ReadOnlySpan<byte> key, FileStream input, Func<FileStream> createOutput, IProgress<long> progress, CancellationToken cancellation, Backend? backend = null)
    {
        backend ??= Backend.Require();
        if (header.Algorithm == FileAlgorithm.GcmSiv)
        {
            byte[] tag = FileHeader.ReadExactly(input, header.Algorithm.TagSize, input.Name);
            CheckSize(input, MaxGcmSivSize, header.Algorithm);
            using AesGcmSiv siv = new(key, backend);
            try
            {
                siv.Decrypt(header.Nonce, input, tag, createOutput(), header.Bytes, progress, cancellation);
            }
            catch (AuthenticationTagMismatchException)
            {
                throw NotAuthentic(input);
            }
        }
        else if (header.Algorithm == FileAlgorithm.Aez)
        {
            CheckSize(input, MaxAezSize + AezTagSize, header.Algorithm);
            int size = (int)(input.Length - input.Position);
            if (size < AezTagSize)
            {
                throw NotAuthentic(input);
            }

            using Aez aez = new(key, AezTagSize, backend);
            using SecretBuffer memory = new(size);
            ReadAll(input, memory.Bytes);
            cancellation.ThrowIfCancellationRequested();
            Span<byte> plaintext = memory.Bytes.AsSpan(..^AezTagSize);
            if (!aez.TryDecrypt(header.Nonce, memory.Bytes, plaintext, header.Bytes))
            {
                throw NotAuthentic(input);
            }

            Write(plaintext, createOutput(), progress, cancellation);
        }
        else
        {
            XorCounterMode(key, header, input, createOutput(), progress, backend, cancellation);
        }
    }

    private static void XorCounterMode(
        ReadOnlySpan<byte> key, FileHeader header, FileStream input, FileStream output, IProgress<long> progress, Backend backend, CancellationToken cancellation)
    {
        using FaceCtr ctr = new(key, backend);
        using ICryptoTransform transform = ctr.CreateEncryptor(header.Nonce);
        using SecretBuffer memory = new(ChunkSize);
        long done = 0;
        int count;
        while ((count = input.Read(memory.Bytes)) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            transform.TransformBlock(memory.Bytes, 0, count, memory.Bytes, 0);
            output.Write(memory.Bytes.AsSpan(0, count));
            progress.Report(done += count);
        }
    }

    private static void Write(ReadOnlySpan<byte> text, FileStream output, IProgress<long> progress, CancellationToken cancellation)
    {
        for (int at = 0; at < text.Length; at += ChunkSize)
        {
            cancellation.ThrowIfCancellationRequested();
            output.Write(text.Slice(at, Math.Min(ChunkSize, text.Length - at)));
            progress.Report(at);
        }
    }

    /// <summary>The rest of a file that is as long as it said before.</summary>
    private static void ReadAll(FileStream input, Span<byte> bytes)
    {
        if (input.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) < bytes.Length || input.ReadByte() >= 0)
        {
            throw new CommandFailure($"{input.Name} changed while it was read. Nothing was written.");
        }
    }

    private static void CheckSize(FileStream input, long most, FileAlgorithm algorithm)
    {
        if (!input.CanSeek)
        {
            throw new CommandFailure($"{input.Name} is no file that can be read twice, which {algorithm} needs.");
        }

        if (input.Length - input.Position > most)
        {
            throw new CommandFailure(string.Create(
                CultureInfo.InvariantCulture, $"{input.Name} has {input.Length:N0} bytes; {algorithm} takes at most {most:N0}. gcm-siv and ctr take larger ones."));
        }
    }

    private static CommandFailure NotAuthentic(FileStream input) =>
        new($"{input.Name} was changed, or was encrypted under another key. Nothing was written.");
}
