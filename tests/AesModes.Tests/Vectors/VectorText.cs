using System.Security.Cryptography;
using System.Text.Json;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Vectors;

/// <summary>A vector's plaintext and what it encrypts to; a long vector gives the size of the one and the hash of the other.</summary>
internal sealed class VectorText
{
    private readonly byte[]? _ciphertext;
    private readonly byte[]? _ciphertextSha256;
    private readonly int _ciphertextSize;

    /// <param name="vector">The vector, with the fields that vectors/README.md describes.</param>
    /// <param name="expansion">How many bytes the ciphertext is longer.</param>
    public VectorText(JsonElement vector, int expansion)
    {
        _ciphertextSha256 = vector.OptionalHex("ciphertextSha256");
        if (_ciphertextSha256 is null)
        {
            Plaintext = vector.Hex("plaintext");
            _ciphertext = vector.Hex("ciphertext");
        }
        else
        {
            Plaintext = VectorFile.LongPlaintext(vector.GetProperty("plaintextBytes").GetInt32());
        }

        _ciphertextSize = Plaintext.Length + expansion;
    }

    public byte[] Plaintext { get; }

    /// <summary>Whether the vector gives the ciphertext's hash alone.</summary>
    public bool IsLong => _ciphertext is null;

    public void AssertCiphertext(ReadOnlySpan<byte> actual, string what)
    {
        if (_ciphertext is not null)
        {
            Bytes.AssertEqual(_ciphertext, actual, what);
            return;
        }

        Assert.Equal(_ciphertextSize, actual.Length);
        Bytes.AssertEqual(_ciphertextSha256, SHA256.HashData(actual), $"SHA-256 of {what}");
    }
}
