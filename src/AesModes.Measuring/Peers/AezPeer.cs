using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>Ours, through the public calls: without associated data where the message has none, else with one string.</summary>
internal sealed class AezPeer(string name, Message message, Backend backend, Aez aez) : Peer(name, message, tagSize: 0, expansion: TagSize)
{
    /// <summary>On what a user gets.</summary>
    public const string PeerName = "AEZ";

    public const string SoftwareName = "AEZ (software)";

    public const int TagSize = 16;

    public AezPeer(Message message)
        : this(PeerName, message, Backend.Default!, new Aez(message.Key.AsSpan(), TagSize))
    {
    }

    public AezPeer(string name, Message message, Backend backend)
        : this(name, message, backend, new Aez(message.Key, TagSize, backend))
    {
    }

    public override Backend Backend => backend;

    public override void Encrypt()
    {
        if (Message.AssociatedData.Length == 0)
        {
            aez.Encrypt(Nonce, Plaintext, Ciphertext);
        }
        else
        {
            aez.Encrypt(Nonce, Plaintext, Ciphertext, AssociatedData);
        }
    }

    public override void Decrypt()
    {
        if (Message.AssociatedData.Length == 0)
        {
            aez.Decrypt(Nonce, Ciphertext, Decrypted);
        }
        else
        {
            aez.Decrypt(Nonce, Ciphertext, Decrypted, AssociatedData);
        }
    }

    protected override Work CreateWork(Operation operation) =>
        new(AezRounds.Count(Message.Plaintext.Length, TagSize, Message.Nonce.Length, Message.AssociatedData.Length));

    protected override void Dispose(bool disposing) => aez.Dispose();
}
