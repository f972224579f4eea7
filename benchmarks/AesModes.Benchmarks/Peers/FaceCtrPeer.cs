using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>Ours, through the public calls.</summary>
/// <param name="name">As in every table.</param>
/// <param name="message">Its nonce is the initial counter, 16 bytes.</param>
/// <param name="ctr">Made with the message's key.</param>
internal sealed class FaceCtrPeer(string name, Message message, FaceCtr ctr) : Peer(name, message, tagSize: 0)
{
    /// <summary>On what a user gets.</summary>
    public const string PeerName = "AES-CTR (FACE)";

    public const string SoftwareName = "AES-CTR (FACE, software)";

    public FaceCtrPeer(Message message)
        : this(PeerName, message, new FaceCtr(message.Key.AsSpan()))
    {
    }

    /// <summary>Named after the backend.</summary>
    public FaceCtrPeer(Message message, Backend backend)
        : this($"AES-CTR (FACE, {backend.Name})", message, new FaceCtr(message.Key, backend))
    {
    }

    public override void Encrypt() => ctr.Encrypt(Message.Nonce, Message.Plaintext, Ciphertext);

    public override void Decrypt() => ctr.Decrypt(Message.Nonce, Ciphertext, Decrypted);

    protected override void Dispose(bool disposing) => ctr.Dispose();
}
