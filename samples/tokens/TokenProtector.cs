using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;

namespace AesModes.Samples.Tokens;

/// <summary>Makes and reads tokens: when it ends and who it is for, sealed by AES-GCM-SIV. Any number of threads may share it.</summary>
internal sealed class TokenProtector(byte[] key, TimeProvider clock) : IDisposable
{
    private readonly AesGcmSiv _siv = new(key);        // has its own copy of the key

    public string Protect(string purpose, string user, TimeSpan lifetime)
    {
        byte[] message = new byte[sizeof(long) + Encoding.UTF8.GetByteCount(user)];
        BinaryPrimitives.WriteInt64BigEndian(message, (clock.GetUtcNow() + lifetime).ToUnixTimeMilliseconds());
        Encoding.UTF8.GetBytes(user, message.AsSpan(sizeof(long)));
        return Base64Url.EncodeToString(_siv.Seal(message, AssociatedData(purpose)));
    }

    /// <summary>False for a token that was changed, has another purpose or key, or has expired. The caller gives one answer to all of these.</summary>
    public bool TryUnprotect(string purpose, string token, [NotNullWhen(true)] out string? user)
    {
        user = null;
        try
        {
            byte[] message = _siv.Open(Base64Url.DecodeFromChars(token), AssociatedData(purpose));
            if (clock.GetUtcNow().ToUnixTimeMilliseconds() < BinaryPrimitives.ReadInt64BigEndian(message))
            {
                user = Encoding.UTF8.GetString(message, sizeof(long), message.Length - sizeof(long));
            }
        }
        catch (Exception e) when (e is FormatException or AuthenticationTagMismatchException)
        {
            // Anybody can send anything: no error, and no line in the log for each.
        }

        return user is not null;
    }

    // The name of the application too: another one may have been given the same key.
    private static byte[] AssociatedData(string purpose) => Encoding.UTF8.GetBytes($"samples/tokens, version 1, {purpose}");

    public void Dispose() => _siv.Dispose();
}
