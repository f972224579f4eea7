using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>Ours, through the public calls.</summary>
internal sealed class GcmSivPeer(string name, Message message, AesGcmSiv siv) : Peer(name, message)
{
    /// <summary>On what a user gets.</summary>
    public const string PeerName = "AES-GCM-SIV";

    public const string SoftwareName = "AES-GCM-SIV (software)";

    public GcmSivPeer(Message message)
        : this(PeerName, message, new AesGcmSiv(message.Key.AsSpan()))
    {
    }

    public GcmSivPeer(string name, Message message, Backend backend)
        : this(name, message, new AesGcmSiv(message.Key, backend))
    {
    }

    public override void Encrypt() => siv.Encrypt(Message.Nonce, Message.Plaintext, Ciphertext, Tag, Message.AssociatedData);

    public override void Decrypt() => siv.Decrypt(Message.Nonce, Ciphertext, Tag, Decrypted, Message.AssociatedData);

    protected override void Dispose(bool disposing) => siv.Dispose();
}
