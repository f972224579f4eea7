using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Backends.Hardware;

namespace AesModes.Measuring.Peers;

/// <summary>Our AES-GCM-SIV, through its public methods.</summary>
internal sealed class GcmSivPeer(string name, Message message, Backend backend, AesGcmSiv siv) : Peer(name, message)
{
    public const string PeerName = "AES-GCM-SIV";

    public const string SoftwareName = "AES-GCM-SIV (software)";

    public const string WideName = "AES-GCM-SIV (AesModes.Wide)";

    private const int BlockSize = 16;

    /// <summary>64-bit products per block.</summary>
    private const int Products = 4;

    private const int BlocksToReduction = 16;

    /// <summary>Multiplies per reduction, of 128 bits whatever the products' width.</summary>
    private const int ProductsOfReduction = 2;

    /// <summary>Port slots per reduction with 128-bit products: multiplies and shuffles share one port.</summary>
    private const int SlotsOfReduction = 6;

    public GcmSivPeer(string name, Message message, Backend backend)
        : this(name, message, backend, new AesGcmSiv(message.Key, backend))
    {
    }

    public override Backend Backend => backend;

    public override string Library => OwnLibrary;

    /// <summary>The width of the backend's carry-less multiply in bits.</summary>
    public static int MultiplyWidth(Backend backend) => backend switch
    {
        Backend<HardwareBackend<X86, Multiply512<X86>, Vector512<ulong>>> or Backend<WideBackend<Wide512, X86, Multiply512<X86>, Vector512<ulong>>> => 512,
        Backend<HardwareBackend<X86, Multiply256<X86>, Vector256<ulong>>> or Backend<WideBackend<Wide256, X86, Multiply256<X86>, Vector256<ulong>>> => 256,
        _ => 128,
    };

    public override void Encrypt() => siv.Encrypt(Nonce.AsSpan(), Plaintext, Ciphertext, Tag, AssociatedData);

    public override void Decrypt() => siv.Decrypt(Nonce.AsSpan(), Ciphertext, Tag, Decrypted, AssociatedData);

    /// <summary>
    /// RFC 8452 §4: AES of the message's blocks with FACE, AES of the record keys and the tag without; four products per block, and a reduction per 16 blocks. An
    /// encryption needs the whole hash before the first block; a decryption can do both at once.
    /// </summary>
    protected override Work CreateWork(Operation operation)
    {
        int keySize = Message.Key.Length;
        int width = MultiplyWidth(backend);
        int rounds = (keySize / 4) + 6;
        double blocks = Math.Ceiling((double)Message.Plaintext.Length / BlockSize);
        double keysAndTag = (2 + (keySize / 8) + 1) * rounds;
        double hashed = blocks + Math.Ceiling((double)Message.AssociatedData.Length / BlockSize) + 1;
        return new Work(FaceRounds.Least(blocks, rounds) + keysAndTag, hashed * Products / (width / 128), width, Overlap: operation == Operation.Decrypt)
        {
            LimitAesRounds = FaceRounds.Limit(blocks, rounds) + keysAndTag,
            NarrowMultiplies = Math.Ceiling(hashed / BlocksToReduction) * (width == 128 ? SlotsOfReduction : ProductsOfReduction),
        };
    }

    protected override void Dispose(bool disposing) => siv.Dispose();
}
