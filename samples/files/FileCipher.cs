using System.Security.Cryptography;

namespace AesModes.Samples.Files;

/// <summary>Encrypts and decrypts files, pipes and streams of any size in one pass.</summary>
internal static class FileCipher
{
    // What the messages are for: a message of another program under this key is refused.
    private static ReadOnlySpan<byte> Context => "samples/files, version 1"u8;

    public static void Encrypt(string keyPath, string input, string output)
    {
        using ChunkedAesGcmSiv chunked = ReadKey(keyPath);
        Convert(input, output, (from, to) => Encrypt(chunked, from, to));
    }

    public static void Decrypt(string keyPath, string input, string output)
    {
        using ChunkedAesGcmSiv chunked = ReadKey(keyPath);
        Convert(input, output, (from, to) => Decrypt(chunked, from, to));
    }

    public static void Encrypt(ChunkedAesGcmSiv chunked, Stream plaintext, Stream ciphertext)
    {
        using ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(ciphertext, Context, leaveOpen: true);
        try
        {
            plaintext.CopyTo(encryptor);
        }
        catch
        {
            // Dispose would complete the message, and half a file would pass for the whole.
            encryptor.Abort();
            throw;
        }
    }

    /// <summary>Writes authentic bytes only. That they are all of them is known when this returns, and not if it throws.</summary>
    public static void Decrypt(ChunkedAesGcmSiv chunked, Stream ciphertext, Stream plaintext)
    {
        using Stream decryptor = chunked.CreateDecryptor(ciphertext, Context, leaveOpen: true);
        decryptor.CopyTo(plaintext);
    }

    private static ChunkedAesGcmSiv ReadKey(string path)
    {
        byte[] key = KeyFile.Read(path);
        try
        {
            return new ChunkedAesGcmSiv(key);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(key);
        }
    }

    private static void Convert(string input, string output, Action<Stream, Stream> convert)
    {
        using Stream from = input == "-" ? Console.OpenStandardInput() : File.OpenRead(input);
        if (output == "-")
        {
            // Bytes in a pipe cannot be taken back: its reader has to look at the exit code before it relies on them.
            using Stream pipe = Console.OpenStandardOutput();
            convert(from, pipe);
            return;
        }

        // The output gets its name when it is complete. Nobody takes a truncated file for the whole.
        string partial = $"{output}.{Guid.NewGuid():N}.partial";
        try
        {
            using (FileStream to = new(partial, FileMode.CreateNew))
            {
                convert(from, to);
                to.Flush(flushToDisk: true);
            }

            File.Move(partial, output, overwrite: false);
        }
        catch
        {
            File.Delete(partial);
            throw;
        }
    }
}
