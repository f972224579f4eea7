using AesModes;

namespace Examples;

#region Ciphertext with tag
public static class CiphertextWithTag
{
    private const int TagSize = 16;

    public static byte[] Encrypt(AesGcmSiv siv, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData, ReadOnlySpan<byte> plaintext)
    {
        byte[] result = new byte[plaintext.Length + TagSize];
        siv.Encrypt(nonce, plaintext, result.AsSpan(..^TagSize), result.AsSpan(^TagSize..), associatedData);
        return result;
    }

    // Returns null if the message is not authentic.
    public static byte[]? Decrypt(AesGcmSiv siv, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData, ReadOnlySpan<byte> ciphertext)
    {
        if (ciphertext.Length < TagSize)
        {
            return null;
        }

        byte[] plaintext = new byte[ciphertext.Length - TagSize];
        return siv.TryDecrypt(nonce, ciphertext[..^TagSize], ciphertext[^TagSize..], plaintext, associatedData) ? plaintext : null;
    }
}
#endregion
