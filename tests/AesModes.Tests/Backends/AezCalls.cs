namespace AesModes.Tests.Backends;

/// <summary>AEZ's overloads behind one form, for tests that are not about overloads.</summary>
internal static class AezCalls
{
    /// <summary>By the overload for this number of strings.</summary>
    public static void EncryptInto(this Aez aez, byte[] nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, byte[][] associatedData)
    {
        switch (associatedData)
        {
            case []:
                aez.Encrypt(nonce, plaintext, ciphertext);
                break;
            case [byte[] single]:
                aez.Encrypt(nonce, plaintext, ciphertext, single.AsSpan());
                break;
            default:
                aez.Encrypt(nonce, plaintext, ciphertext, ToMemories(associatedData));
                break;
        }
    }

    /// <inheritdoc cref="EncryptInto"/>
    public static bool TryDecryptInto(this Aez aez, byte[] nonce, ReadOnlySpan<byte> ciphertext, Span<byte> plaintext, byte[][] associatedData) =>
        associatedData switch
        {
            [] => aez.TryDecrypt(nonce, ciphertext, plaintext),
            [byte[] single] => aez.TryDecrypt(nonce, ciphertext, plaintext, single.AsSpan()),
            _ => aez.TryDecrypt(nonce, ciphertext, plaintext, ToMemories(associatedData)),
        };

    /// <summary>The ciphertext, by the overload for this number of strings.</summary>
    public static byte[] EncryptToArray(this Aez aez, byte[] nonce, byte[] plaintext, byte[][] associatedData)
    {
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.EncryptInto(nonce, plaintext, ciphertext, associatedData);
        return ciphertext;
    }

    /// <summary>
    /// The plaintext, or null when refused and what was given for it is cleared. By the overload for any number of strings: the encryption
    /// was by another.
    /// </summary>
    public static byte[]? DecryptToArray(this Aez aez, byte[] nonce, byte[] ciphertext, byte[][] associatedData, Func<string> what)
    {
        byte[] plaintext = Sample.Filled(ciphertext.Length - aez.TagSizeInBytes);
        if (aez.TryDecrypt(nonce, ciphertext, plaintext, ToMemories(associatedData)))
        {
            return plaintext;
        }

        if (plaintext.AsSpan().ContainsAnyExcept((byte)0))
        {
            Bytes.AssertAll(0, plaintext, $"plaintext after the refusal of {what()}");
        }

        return null;
    }

    public static ReadOnlyMemory<byte>[] ToMemories(byte[][] associatedData) => [.. associatedData.Select(a => new ReadOnlyMemory<byte>(a))];

    /// <summary>As it came from <see cref="Sample.Filled"/>.</summary>
    public static void AssertUntouched(ReadOnlySpan<byte> memory, string what) => Bytes.AssertAll(Sample.Filler, memory, what);
}
