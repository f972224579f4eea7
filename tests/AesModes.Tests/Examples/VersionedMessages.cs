using System.Security.Cryptography;
using AesModes;

namespace Examples;

#region Both formats
public sealed class VersionedMessages(byte[] gcmKey, byte[] sivKey) : IDisposable
{
    private readonly AesGcm _gcm = new(gcmKey, tagSizeInBytes: 16);
    private readonly AesGcmSiv _siv = new(sivKey);

    public byte[] Seal(byte[] plaintext) => [2, .. _siv.Seal(plaintext, associatedData: [2])];

    public byte[] Open(byte[] message) => message switch
    {
        [1, .. byte[] old] when old.Length >= 28 => OpenGcm(old),
        [2, .. byte[] box] => _siv.Open(box, associatedData: [2]),
        _ => throw new CryptographicException("No message of either version."),
    };

    // The old format: a nonce of 12 bytes, the ciphertext, a tag of 16 bytes.
    private byte[] OpenGcm(byte[] message)
    {
        byte[] plaintext = new byte[message.Length - 28];
        _gcm.Decrypt(message.AsSpan(0, 12), message.AsSpan(12..^16), message.AsSpan(^16..), plaintext);
        return plaintext;
    }

    public void Dispose()
    {
        _gcm.Dispose();
        _siv.Dispose();
    }
}
#endregion
