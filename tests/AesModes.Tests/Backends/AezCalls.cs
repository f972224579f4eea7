namespace AesModes.Tests.Backends;

/// <summary>Calls AEZ's overloads by the number of strings, for tests that are not about overloads.</summary>
internal static class AezCalls
{
    /// <summary>Uses the most specific overload for this number of strings.</summary>
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

    /// <summary>Returns the ciphertext from the most specific overload for this number of strings.</summary>
    public static byte[] EncryptToArray(this Aez aez, byte[] nonce, byte[] plaintext, byte[][] associatedData)
    {
        byte[] ciphertext = new byte[plaintext.Length + aez.TagSizeInBytes];
        aez.EncryptInto(nonce, plaintext, ciphertext, associatedData);
        return ciphertext;
    }

    /// <summary>Returns the plaintext, or null if the call rejected the message and cleared the buffer. Always uses the vector overload, which differs from the encryption's.</summary>
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

    /// <summary>Asserts that the memory still contains the bytes of <see cref="Sample.Filled"/>.</summary>
    public static void AssertUntouched(ReadOnlySpan<byte> memory, string what) => Bytes.AssertAll(Sample.Filler, memory, what);
}
