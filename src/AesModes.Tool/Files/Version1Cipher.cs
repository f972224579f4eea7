using System.Globalization;
using System.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>Decrypts files of version 1 (docs/file-format.md), which this command no longer writes.</summary>
internal static class Version1Cipher
{
    /// <summary>RFC 8452 §6.</summary>
    private const long MaxGcmSivSize = 1L << 36;

    /// <exception cref="CommandFailure">The file is not the result of an encryption under this key.</exception>
    public static void Decrypt(
        FileHeader header, ReadOnlySpan<byte> key, FileInput input, Func<Stream> createOutput, IProgress<long> progress, CancellationToken cancellation, Backend? backend = null)
    {
        backend ??= Backend.Require();
        if (header.Algorithm == FileAlgorithm.GcmSiv)
        {
            byte[] tag = input.ReadExactly(header.Algorithm.TagSize);
            CheckSize(input, header.Algorithm);
            using AesGcmSiv siv = new(key, backend);
            Stream output = createOutput();
            try
            {
                siv.Decrypt(header.Nonce, input.Stream, tag, output, header.Bytes, progress, cancellation);
            }
            catch (AuthenticationTagMismatchException)
            {
                // If output was written, the first reading was authentic.
                throw output is StandardOutput { HasWritten: true } ? new CommandFailure($"{input.Name} changed while it was read.") : NotAuthentic(input);
            }
        }
        else if (header.Algorithm == FileAlgorithm.Aez)
        {
            using SecretBuffer memory = FileCipher.ReadAez(input, FileCipher.MaxAezSize + FileCipher.AezTagSize);
            if (memory.Bytes.Length < FileCipher.AezTagSize)
            {
                throw NotAuthentic(input);
            }

            using Aez aez = new(key, FileCipher.AezTagSize, backend);
            cancellation.ThrowIfCancellationRequested();
            Span<byte> plaintext = memory.Bytes.AsSpan(..^FileCipher.AezTagSize);
            if (!aez.TryDecrypt(header.Nonce, memory.Bytes, plaintext, header.Bytes))
            {
                throw NotAuthentic(input);
            }

            FileCipher.Write(plaintext, createOutput(), progress, cancellation);
        }
        else
        {
            FileCipher.XorCounterMode(key, header.Nonce, input, createOutput(), progress, backend, cancellation);
        }
    }

    private static void CheckSize(FileInput input, FileAlgorithm algorithm)
    {
        if (!input.Stream.CanSeek)
        {
            throw new CommandFailure($"{input.Name} must be a file: version 1 of {algorithm} is read twice.");
        }

        if (input.Stream.Length - input.Stream.Position > MaxGcmSivSize)
        {
            throw new CommandFailure(string.Create(
                CultureInfo.InvariantCulture, $"{input.Name} has {input.Stream.Length:N0} bytes; version 1 of {algorithm} allows at most {MaxGcmSivSize:N0}."));
        }
    }

    private static CommandFailure NotAuthentic(FileInput input) =>
        new($"{input.Name} was changed, or was encrypted under another key. Nothing was written.");
}
