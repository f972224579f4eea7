using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>Ours, through the public calls.</summary>
/// <param name="name">As in every table.</param>
/// <param name="message">Its nonce is the initial counter, 16 bytes.</param>
/// <param name="backend">That of <paramref name="ctr"/>.</param>
/// <param name="ctr">Made with the message's key.</param>
internal sealed class FaceCtrPeer(string name, Message message, Backend backend, FaceCtr ctr) : Peer(name, message, tagSize: 0)
{
    /// <summary>On what a user gets.</summary>
    public const string PeerName = "AES-CTR (FACE)";

    public const string SoftwareName = "AES-CTR (FACE, software)";

    private const int BlockSize = 16;

    /// <summary>FACE's table holds the states after so many rounds, for so many blocks.</summary>
    private const int TabledRounds = 2;
    private const int TabledBlocks = 256;

    public FaceCtrPeer(Message message)
        : this(PeerName, message, Backend.Default!, new FaceCtr(message.Key.AsSpan()))
    {
    }

    /// <summary>Named after the backend.</summary>
    public FaceCtrPeer(Message message, Backend backend)
        : this($"AES-CTR (FACE, {backend.Name})", message, backend, new FaceCtr(message.Key, backend))
    {
    }

    public override Backend Backend => backend;

    public override void Encrypt() => ctr.Encrypt(Message.Nonce, Message.Plaintext, Ciphertext);

    public override void Decrypt() => ctr.Decrypt(Message.Nonce, Ciphertext, Decrypted);

    /// <summary>
    /// What a call takes: all rounds for the first 256 blocks, which fill the table, and two less for each that follows. The limit is that of
    /// a text without end, for every size: two less for all.
    /// </summary>
    protected override Work CreateWork(Operation operation)
    {
        int rounds = (Message.Key.Length / 4) + 6;
        int blocks = (Message.Plaintext.Length + BlockSize - 1) / BlockSize;
        double limit = (double)blocks * (rounds - TabledRounds);
        return new Work(limit + (Math.Min(blocks, TabledBlocks) * TabledRounds)) { LimitAesRounds = limit };
    }

    protected override void Dispose(bool disposing) => ctr.Dispose();
}
