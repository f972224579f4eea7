using System.Security.Cryptography;

namespace AesModes.Tool.Vectors;

/// <summary>
/// A vector's plaintext and what it encrypts to; of a long one the file has the size of the one and the hash of the other (vectors/README.md).
/// </summary>
internal sealed class VectorText
{
    private const int MaxSize = 1 << 30;

    private readonly byte[] _plaintext;
    private readonly byte[] _ciphertext;
    private readonly bool _isLong;

    public VectorText(VectorFields fields)
    {
        _isLong = fields.Has("plaintextBytes");
        Size = _isLong ? fields.Number("plaintextBytes", 0, MaxSize) : fields.Hex("plaintext").Length;
        _plaintext = _isLong ? [] : fields.Hex("plaintext");
        _ciphertext = _isLong ? fields.Hex("ciphertextSha256", SHA256.HashSizeInBytes) : fields.Hex("ciphertext");
    }

    public int Size { get; }

    /// <summary>A long one is made anew each time: together they are too many to keep.</summary>
    public byte[] MakePlaintext()
    {
        if (!_isLong)
        {
            return [.. _plaintext];
        }

        byte[] plaintext = new byte[Size];
        for (int i = 0; i < Size; i++)
        {
            plaintext[i] = (byte)((7 * i) + (i >> 8));
        }

        return plaintext;
    }

    public void CompareCiphertext(ReadOnlySpan<byte> actual, Findings findings)
    {
        if (_isLong)
        {
            findings.Compare("SHA-256 of the ciphertext", _ciphertext, SHA256.HashData(actual));
        }
        else
        {
            findings.Compare("ciphertext", _ciphertext, actual);
        }
    }
}
