using System.Security.Cryptography;
using System.Text;

namespace AesModes.Tool.Files;

/// <summary>The keys that docs/file-format.md derives from a secret for one file of version 2. Dispose overwrites them.</summary>
internal sealed class FileKeys : IDisposable
{
    private const int AlgorithmKeySize = 32;

    private readonly FileAlgorithm _algorithm;
    private readonly SecretBuffer _memory;

    public FileKeys(FileHeader header, ReadOnlySpan<byte> algorithmKey, ReadOnlySpan<byte> salt)
    {
        _algorithm = header.Algorithm;
        _memory = new SecretBuffer(_algorithm.DerivedKeySize + _algorithm.DerivedNonceSize + ChunkedFormat.CommitmentSize);
        HkdfExpand.Derive(algorithmKey, [.. Encoding.ASCII.GetBytes(_algorithm.Label), 0, .. salt, .. header.Bytes], _memory.Bytes);
    }

    public ReadOnlySpan<byte> Key => _memory.Bytes.AsSpan(0, _algorithm.DerivedKeySize);

    /// <summary>The nonce or the initial counter.</summary>
    public ReadOnlySpan<byte> Nonce => _memory.Bytes.AsSpan(_algorithm.DerivedKeySize, _algorithm.DerivedNonceSize);

    public ReadOnlySpan<byte> Commitment => _memory.Bytes.AsSpan(^ChunkedFormat.CommitmentSize..);

    /// <summary>Derives the secret's key for one algorithm, which is the same in all files.</summary>
    public static SecretBuffer DeriveAlgorithmKey(FileAlgorithm algorithm, SecretSource source, ReadOnlySpan<byte> secret)
    {
        SecretBuffer key = new(AlgorithmKeySize);
        using SecretBuffer hash = new(SHA512.HashSizeInBytes);
        if (source == SecretSource.RawKeyFile)
        {
            // Hashed first: as HMAC's key, a raw key and the same key followed by zeros would be equal.
            HMACSHA512.HashData("aesmodes file 2 raw key"u8, secret, hash.Bytes);
            secret = hash.Bytes;
        }

        HkdfExpand.Derive(secret, Encoding.ASCII.GetBytes($"aesmodes file 2 {algorithm.Name}"), key.Bytes);
        return key;
    }

    /// <exception cref="CommandFailure">The secret, the header or the salt is not that of the encryption.</exception>
    public void CheckCommitment(ReadOnlySpan<byte> commitment, string path)
    {
        if (!CryptographicOperations.FixedTimeEquals(commitment, Commitment))
        {
            throw new CommandFailure($"The key or passphrase is not the one that {path} was encrypted with, or its header was changed.");
        }
    }

    public void Dispose() => _memory.Dispose();
}
