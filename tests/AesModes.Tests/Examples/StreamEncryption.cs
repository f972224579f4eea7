using System.Security.Cryptography;
using AesModes;

namespace Examples;

#region CryptoStream
public static class StreamEncryption
{
    public static async Task EncryptAsync(byte[] key, Stream plaintext, Stream ciphertext, CancellationToken cancellationToken)
    {
        byte[] initialCounter = RandomNumberGenerator.GetBytes(FaceCtr.CounterSizeInBytes);
        await ciphertext.WriteAsync(initialCounter, cancellationToken);
        using FaceCtr ctr = new(key);
        using ICryptoTransform transform = ctr.CreateEncryptor(initialCounter);
        await using CryptoStream stream = new(ciphertext, transform, CryptoStreamMode.Write, leaveOpen: true);
        await plaintext.CopyToAsync(stream, cancellationToken);
    }

    public static async Task DecryptAsync(byte[] key, Stream ciphertext, Stream plaintext, CancellationToken cancellationToken)
    {
        byte[] initialCounter = new byte[FaceCtr.CounterSizeInBytes];
        await ciphertext.ReadExactlyAsync(initialCounter, cancellationToken);
        using FaceCtr ctr = new(key);
        using ICryptoTransform transform = ctr.CreateDecryptor(initialCounter);
        await using CryptoStream stream = new(ciphertext, transform, CryptoStreamMode.Read, leaveOpen: true);
        await stream.CopyToAsync(plaintext, cancellationToken);
    }
}
#endregion
