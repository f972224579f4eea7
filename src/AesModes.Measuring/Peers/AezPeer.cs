using AesModes.Backends;

namespace AesModes.Measuring.Peers;

/// <summary>Our AEZ, through its public methods: with one associated-data string, or none if the message has none.</summary>
internal sealed class AezPeer(string name, Message message, Backend backend, Aez aez) : Peer(name, message, tagSize: 0, expansion: TagSize)
{
    public const string PeerName = "AEZ";

    public const string SoftwareName = "AEZ (software)";

    public const string WideName = "AEZ (AesModes.Wide)";

    public const int TagSize = 16;

    public AezPeer(string name, Message message, Backend backend)
        : this(name, message, backend, new Aez(message.Key, TagSize, backend))
    {
    }

    public override Backend Backend => backend;

    public override string Library => OwnLibrary;

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

/// <summary>
/// The AES rounds (AESENC) that AEZ v5 needs for a message: about ten for each block of the message and its tag. It does not count what is constant for the key: the
/// hash of τ and an empty M_v.
/// </summary>
internal static class AezRounds
{
    private const int BlockSize = 16;
    private const int Aes4 = 4;
    private const int Aes10 = 10;

    /// <summary>For encryption and decryption alike. All sizes are in bytes. Without associated data there is no string.</summary>
    public static int Count(int plaintext, int tag, int nonce, int associatedData)
    {
        int hash = HashOf(nonce) + (associatedData == 0 ? 0 : HashOf(associatedData));
        int size = plaintext + tag;
        return hash + (size < 2 * BlockSize ? Tiny(size) : Core(size));
    }

    /// <summary>One E^{j,i} for each block, including a partial one.</summary>
    private static int HashOf(int bytes) => Math.Max(1, (bytes + BlockSize - 1) / BlockSize) * Aes4;

    /// <summary>The rounds of the Feistel network and, below one block, one for the top bit.</summary>
    private static int Tiny(int size) => size switch
    {
        1 => 24 + 1,
        2 => 16 + 1,
        < BlockSize => 10 + 1,
        _ => 8,
    } * Aes4;

    private static int Core(int size)
    {
        int pairs = (size / (2 * BlockSize)) - 1;
        int fragment = size % (2 * BlockSize);

        // E^{1,i}, E^{0,0}; then E^{2,i}, E^{0,0}, E^{1,i}.
        const int Pair = (2 * Aes4) + (3 * Aes4);

        // E^{0,1+d}, E^{−1,1+d}, E^{−1,2−d}, E^{0,2−d}.
        const int LastBlocks = (2 * Aes4) + (2 * Aes10);

        // M_u, C_u and E^{−1,4}; M_v, C_v and E^{−1,5}. An empty M_v has only a constant of the key.
        const int Part = (2 * Aes4) + Aes10;
        int parts = (fragment + BlockSize - 1) / BlockSize;
        return (pairs * Pair) + LastBlocks + (parts * Part);
    }
}
