using System.Security.Cryptography;

namespace AesModes.Measuring.Peers;

/// <summary>The framework's AesGcm: OpenSSL on Linux, CNG on Windows.</summary>
internal sealed class NativeGcm(Message message) : Peer(PeerName, message)
{
    public const string PeerName = "AES-GCM (native)";

    private readonly AesGcm _gcm = new(message.Key, 16);

    public override void Encrypt() => _gcm.Encrypt(Message.Nonce.AsSpan(), Message.Plaintext, Ciphertext, Tag, Message.AssociatedData);

    public override void Decrypt() => _gcm.Decrypt(Message.Nonce.AsSpan(), Ciphertext, Tag, Decrypted, Message.AssociatedData);

    protected override void Dispose(bool disposing) => _gcm.Dispose();
}
