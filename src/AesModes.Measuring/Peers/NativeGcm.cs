using System.Security.Cryptography;

namespace AesModes.Measuring.Peers;

/// <summary>The framework's AesGcm: OpenSSL on Linux, CNG on Windows.</summary>
internal sealed class NativeGcm(Message message, AesGcm gcm) : Peer(PeerName, message)
{
    public const string PeerName = "AES-GCM (native)";

    public NativeGcm(Message message)
        : this(message, new AesGcm(message.Key, 16))
    {
    }

    public override void Encrypt() => gcm.Encrypt(Message.Nonce.AsSpan(), Message.Plaintext, Ciphertext, Tag, Message.AssociatedData);

    public override void Decrypt() => gcm.Decrypt(Message.Nonce.AsSpan(), Ciphertext, Tag, Decrypted, Message.AssociatedData);

    protected override void Dispose(bool disposing) => gcm.Dispose();
}
