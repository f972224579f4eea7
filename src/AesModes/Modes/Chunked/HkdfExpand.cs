using System.Security.Cryptography;

namespace AesModes.Modes;

/// <summary>HKDF-Expand with SHA-512 (RFC 5869 §2.3). .NET's own implementation rejects keys that are shorter than a hash.</summary>
internal static class HkdfExpand
{
    private const int HashSize = SHA512.HashSizeInBytes;

    /// <summary>Fills the output, which has at most 255 × 64 bytes. The key must be uniformly random.</summary>
    public static void Derive(ReadOnlySpan<byte> key, ReadOnlySpan<byte> info, Span<byte> output)
    {
        Span<byte> block = stackalloc byte[HashSize];
        using IncrementalHash hmac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA512, key);
        for (byte number = 1; !output.IsEmpty; number++)
        {
            if (number > 1)
            {
                hmac.AppendData(block);
            }

            hmac.AppendData(info);
            hmac.AppendData([number]);
            _ = hmac.GetHashAndReset(block);
            int size = Math.Min(HashSize, output.Length);
            block[..size].CopyTo(output);
            output = output[size..];
        }

        CryptographicOperations.ZeroMemory(block);
    }
}
