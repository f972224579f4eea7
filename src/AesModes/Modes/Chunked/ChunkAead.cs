namespace AesModes.Modes;

/// <summary>The AEAD that encrypts the chunks of one message: nonces of 12 bytes, tags of 16 bytes, no associated data.</summary>
/// <remarks>Any number of threads can use an instance at the same time. One of them can dispose it during calls of the others.</remarks>
internal abstract class ChunkAead : IDisposable
{
    public const int NonceSize = 12;
    public const int TagSize = 16;

    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    public abstract void Encrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag);

    /// <summary>Decrypts. If the tag is wrong, it clears the plaintext and returns false.</summary>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    public abstract bool TryDecrypt(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext);

    public abstract void Dispose();
}
