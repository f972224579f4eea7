using System.Buffers.Binary;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using AesModes;

namespace Examples;

#region A token
public sealed class TokenProtector(byte[] key, TimeProvider clock) : IDisposable
{
    private readonly AesGcmSiv _siv = new(key);

    public string Protect(string purpose, byte[] payload, DateTimeOffset expires)
    {
        byte[] message = new byte[sizeof(long) + payload.Length];
        BinaryPrimitives.WriteInt64BigEndian(message, expires.ToUnixTimeMilliseconds());
        payload.CopyTo(message, sizeof(long));
        return Base64Url.EncodeToString(_siv.Seal(message, Encoding.UTF8.GetBytes(purpose)));
    }

    // Returns null if the token was changed, has another purpose or has expired.
    public byte[]? Unprotect(string purpose, string token)
    {
        try
        {
            byte[] box = Base64Url.DecodeFromChars(token);
            if (Base64Url.EncodeToString(box) != token)
            {
                return null;   // the decoder ignores white space and unused bits
            }

            byte[] message = _siv.Open(box, Encoding.UTF8.GetBytes(purpose));
            long expires = BinaryPrimitives.ReadInt64BigEndian(message);
            return clock.GetUtcNow().ToUnixTimeMilliseconds() < expires ? message[sizeof(long)..] : null;
        }
        catch (Exception e) when (e is FormatException or AuthenticationTagMismatchException)
        {
            return null;
        }
    }

    public void Dispose() => _siv.Dispose();
}
#endregion
