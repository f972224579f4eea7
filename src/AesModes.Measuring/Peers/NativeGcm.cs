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

    public override void Encrypt() => gcm.Encrypt(Nonce.AsSpan(), Plaintext, Ciphertext, Tag, AssociatedData);

    public override void Decrypt() => gcm.Decrypt(Nonce.AsSpan(), Ciphertext, Tag, Decrypted, AssociatedData);

    protected override void Dispose(bool disposing) => gcm.Dispose();
}
