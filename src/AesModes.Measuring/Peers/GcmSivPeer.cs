using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;

namespace AesModes.Measuring.Peers;

/// <summary>Ours, through the public calls.</summary>
internal sealed class GcmSivPeer(string name, Message message, Backend backend, AesGcmSiv siv) : Peer(name, message)
{
    /// <summary>On what a user gets.</summary>
    public const string PeerName = "AES-GCM-SIV";

    public const string SoftwareName = "AES-GCM-SIV (software)";

    private const int BlockSize = 16;

    public GcmSivPeer(Message message)
        : this(PeerName, message, Backend.Default!, new AesGcmSiv(message.Key.AsSpan()))
    {
    }

    public GcmSivPeer(string name, Message message, Backend backend)
        : this(name, message, backend, new AesGcmSiv(message.Key, backend))
    {
    }

    public override Backend Backend => backend;

    /// <summary>In bits.</summary>
    public static int MultiplyWidth(Backend backend) => backend switch
    {
        Backend<HardwareBackend<X86Rounds<X86>, Multiply512<X86>, Vector512<ulong>>> => 512,
        Backend<HardwareBackend<X86Rounds<X86>, Multiply256<X86>, Vector256<ulong>>> => 256,
        _ => 128,
    };

    public override void Encrypt() => siv.Encrypt(Message.Nonce, Message.Plaintext, Ciphertext, Tag, Message.AssociatedData);

    public override void Decrypt() => siv.Decrypt(Message.Nonce, Ciphertext, Tag, Decrypted, Message.AssociatedData);

    /// <summary>
    /// The AES rounds and the products of a message (RFC 8452 §4): its blocks, those that give the record keys, and the tag; schoolbook
    /// multiplication, four products a block. Encryption needs the whole hash before the first block; decryption can do both at once.
    /// </summary>
    protected override Work CreateWork(Operation operation)
    {
        int keySize = Message.Key.Length;
        int width = MultiplyWidth(backend);
        double blocks = Math.Ceiling((double)Message.Plaintext.Length / BlockSize);
        double rounds = (blocks + 2 + (keySize / 8) + 1) * ((keySize / 4) + 6);
        double multiplies = (blocks + Math.Ceiling((double)Message.AssociatedData.Length / BlockSize) + 1) * 4 / (width / 128);
        return new Work(rounds, multiplies, width, Overlap: operation == Operation.Decrypt);
    }

    protected override void Dispose(bool disposing) => siv.Dispose();
}
