using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>Our counter mode, through its public methods. The message's nonce is the initial counter.</summary>
internal sealed class FaceCtrPeer(string name, Message message, Backend backend, FaceCtr ctr) : Peer(name, message, tagSize: 0)
{
    public const string PeerName = "AES-CTR (FACE)";

    public const string SoftwareName = "AES-CTR (FACE, software)";

    /// <summary>It processes long data without FACE.</summary>
    public const string WideName = "AES-CTR (AesModes.Wide)";

    private const int BlockSize = 16;

    /// <summary>Names the peer after the backend.</summary>
    public FaceCtrPeer(Message message, Backend backend)
        : this(backend.HasNativeCode ? WideName : $"AES-CTR (FACE, {backend.Name})", message, backend, new FaceCtr(message.Key, backend))
    {
    }

    public override Backend Backend => backend;

    public override string Library => OwnLibrary;

    public override void Encrypt() => ctr.Encrypt(Nonce, Plaintext, Ciphertext);

    public override void Decrypt() => ctr.Decrypt(Nonce, Ciphertext, Decrypted);

    protected override Work CreateWork(Operation operation)
    {
        int rounds = (Message.Key.Length / 4) + 6;
        int blocks = (Message.Plaintext.Length + BlockSize - 1) / BlockSize;
        return new Work(FaceRounds.Least(blocks, rounds)) { LimitAesRounds = FaceRounds.Limit(blocks, rounds) };
    }

    protected override void Dispose(bool disposing) => ctr.Dispose();
}

/// <summary>The AES rounds of counter mode with FACE, whose table holds the states after two rounds for 256 blocks.</summary>
internal static class FaceRounds
{
    private const int TabledRounds = 2;
    private const int TabledBlocks = 256;

    /// <summary>The limit: two rounds fewer for every block, as in an endless message.</summary>
    public static double Limit(double blocks, int rounds) => blocks * (rounds - TabledRounds);

    /// <summary>The minimum of any call: all rounds for the first 256 blocks, which fill the table, and two fewer for each later block.</summary>
    public static double Least(double blocks, int rounds) => Limit(blocks, rounds) + (Math.Min(blocks, TabledBlocks) * TabledRounds);
}
