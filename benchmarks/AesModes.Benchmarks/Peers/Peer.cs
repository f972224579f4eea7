namespace AesModes.Benchmarks.Peers;

/// <summary>An authenticated encryption that is timed: a key, a nonce, a message and all buffers, ready for one call after another.</summary>
/// <remarks>Derived classes call their library as its users do, with nothing in between that would cost a short message time.</remarks>
internal abstract class Peer(string name, Message message) : IDisposable
{
    /// <summary>As in every table.</summary>
    public string Name => name;

    public byte[] Ciphertext { get; } = GC.AllocateArray<byte>(message.Plaintext.Length, pinned: true);

    public byte[] Tag { get; } = GC.AllocateArray<byte>(16, pinned: true);

    /// <summary>What decryption makes of <see cref="Ciphertext"/> and <see cref="Tag"/>.</summary>
    public byte[] Decrypted { get; } = GC.AllocateArray<byte>(message.Plaintext.Length, pinned: true);

    protected Message Message => message;

    public abstract void Encrypt();

    public abstract void Decrypt();

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    protected abstract void Dispose(bool disposing);
}
