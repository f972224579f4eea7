using System.Buffers.Binary;
using System.Security.Cryptography;
using AesModes;

namespace Examples;

#region Key rotation
public sealed class KeyRing(IReadOnlyDictionary<int, byte[]> keys, int current) : IDisposable
{
    private readonly Dictionary<int, AesGcmSiv> _modes = keys.ToDictionary(k => k.Key, k => new AesGcmSiv(k.Value));

    // The key's number precedes the message and is authenticated with it.
    public byte[] Seal(byte[] plaintext)
    {
        byte[] number = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(number, current);
        return [.. number, .. _modes[current].Seal(plaintext, number)];
    }

    public byte[] Open(byte[] message) =>
        message.Length >= sizeof(int) && _modes.TryGetValue(NumberOf(message), out AesGcmSiv? siv)
            ? siv.Open(message[sizeof(int)..], message[..sizeof(int)])
            : throw new CryptographicException("No key of this ring sealed the message.");

    // Whether to open and seal the message again, so that its key can be deleted.
    public bool IsOld(byte[] message) => NumberOf(message) != current;

    private static int NumberOf(byte[] message) => BinaryPrimitives.ReadInt32BigEndian(message);

    public void Dispose()
    {
        foreach (AesGcmSiv siv in _modes.Values)
        {
            siv.Dispose();
        }
    }
}
#endregion
