using System.IO.Pipes;
using System.Security.Cryptography;

namespace AesModes.Samples.Files;

/// <summary>Uses the commands in a temporary folder.</summary>
internal static class SelfCheck
{
    public static int Run()
    {
        Report report = new();
        DirectoryInfo folder = Directory.CreateTempSubdirectory("aesmodes-files-");
        string In(string name) => Path.Combine(folder.FullName, name);
        try
        {
            byte[] content = RandomNumberGenerator.GetBytes(1_000_000);
            File.WriteAllBytes(In("plain"), content);
            KeyFile.Create(In("key"));
            FileCipher.Encrypt(In("key"), In("plain"), In("sealed"));
            FileCipher.Decrypt(In("key"), In("sealed"), In("opened"));
            byte[] ciphertext = File.ReadAllBytes(In("sealed"));
            report.Expect(File.ReadAllBytes(In("opened")).AsSpan().SequenceEqual(content), $"a file of {content.Length} bytes, encrypted to {ciphertext.Length}: decrypted, it is the same");
            report.ExpectThrows<IOException>(() => FileCipher.Decrypt(In("key"), In("sealed"), In("plain")), "an output that exists: refused");

            File.WriteAllBytes(In("changed"), [.. ciphertext[..500_000], (byte)(ciphertext[500_000] ^ 1), .. ciphertext[500_001..]]);
            report.ExpectThrows<AuthenticationTagMismatchException>(() => FileCipher.Decrypt(In("key"), In("changed"), In("out")), "one bit changed: refused");
            File.WriteAllBytes(In("cut"), ciphertext[..(56 + (10 * (16_384 + 16)))]);
            report.ExpectThrows<AuthenticationTagMismatchException>(() => FileCipher.Decrypt(In("key"), In("cut"), In("out")), "cut after 10 whole chunks: refused");
            KeyFile.Create(In("other key"));
            report.ExpectThrows<AuthenticationTagMismatchException>(() => FileCipher.Decrypt(In("other key"), In("sealed"), In("out")), "another key: refused");
            report.Expect(folder.GetFiles("out*").Length == 0, "no output is left of those");
            report.Expect(ThroughAPipe(In("key"), content), "through a pipe, encrypted while it is read: the same");
            report.Expect(FailedSource(In("key")), "a source that fails: its partial message does not open");
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        return report.ExitCode;
    }

    private static bool ThroughAPipe(string keyPath, byte[] content)
    {
        byte[] key = KeyFile.Read(keyPath);
        using ChunkedAesGcmSiv chunked = new(key);
        CryptographicOperations.ZeroMemory(key);
        using AnonymousPipeServerStream writer = new(PipeDirection.Out);
        using AnonymousPipeClientStream reader = new(PipeDirection.In, writer.ClientSafePipeHandle);
        Task sender = Task.Run(() =>
        {
            using MemoryStream plaintext = new(content);
            FileCipher.Encrypt(chunked, plaintext, writer);
            // The reader sees the end only when the pipe is closed.
            writer.Dispose();
        });
        using MemoryStream opened = new();
        FileCipher.Decrypt(chunked, reader, opened);
        sender.GetAwaiter().GetResult();
        return opened.ToArray().AsSpan().SequenceEqual(content);
    }

    private static bool FailedSource(string keyPath)
    {
        byte[] key = KeyFile.Read(keyPath);
        using ChunkedAesGcmSiv chunked = new(key);
        CryptographicOperations.ZeroMemory(key);
        using MemoryStream message = new();
        using MemoryStream opened = new();
        try
        {
            using FailingStream source = new();
            FileCipher.Encrypt(chunked, source, message);
            return false;
        }
        catch (IOException)
        {
            message.Position = 0;
        }

        try
        {
            FileCipher.Decrypt(chunked, message, opened);
            return false;
        }
        catch (AuthenticationTagMismatchException)
        {
            return true;
        }
    }

    /// <summary>Some bytes, then an error, as from a disk or a connection.</summary>
    private sealed class FailingStream() : MemoryStream(new byte[100_000])
    {
        public override void CopyTo(Stream destination, int bufferSize)
        {
            base.CopyTo(destination, bufferSize);
            throw new IOException("The source failed.");
        }
    }
}
