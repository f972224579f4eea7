using System.Buffers.Binary;

namespace AesModes.Tests.Reference;

/// <summary>A slow implementation of AES-GCM-SIV from the pseudocode of RFC 8452 §4 and §5.</summary>
internal static class ReferenceGcmSiv
{
    /// <summary>derive_keys: the message-authentication key and the message-encryption key.</summary>
    public static (byte[] Authentication, byte[] Encryption) DeriveKeys(byte[] key, byte[] nonce)
    {
        var cipher = new ReferenceAes(key);
        byte[] derived = [];
        for (byte i = 0; i < 2 + (key.Length / 8); i++)
        {
            derived = [.. derived, .. cipher.Encrypt([i, 0, 0, 0, .. nonce]).AsSpan(0, 8)];
        }

        return (derived[..16], derived[16..]);
    }

    /// <summary>The input of POLYVAL: associated data and plaintext, each padded, and their lengths in bits.</summary>
    public static byte[] PolyvalInput(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData)
    {
        byte[] lengths = new byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(lengths, 8 * (ulong)associatedData.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(lengths.AsSpan(8), 8 * (ulong)plaintext.Length);
        return [.. Bytes.Pad(associatedData), .. Bytes.Pad(plaintext), .. lengths];
    }

    /// <summary>The tag: the POLYVAL result ⊕ nonce, with the top bit cleared, encrypted.</summary>
    public static byte[] Tag(byte[] encryptionKey, byte[] polyvalResult, byte[] nonce)
    {
        byte[] block = Bytes.Xor(polyvalResult, [.. nonce, 0, 0, 0, 0]);
        block[15] &= 0x7F;
        return new ReferenceAes(encryptionKey).Encrypt(block);
    }

    public static byte[] InitialCounter(byte[] tag) => [.. tag[..15], (byte)(tag[15] | 0x80)];

    /// <summary>AES_CTR of RFC 8452.</summary>
    public static byte[] XorKeyStream(ReferenceAes cipher, byte[] initialCounter, ReadOnlySpan<byte> text)
    {
        byte[] counters = new byte[(text.Length + 15) / 16 * 16];
        uint count = BinaryPrimitives.ReadUInt32LittleEndian(initialCounter);
        for (int at = 0; at < counters.Length; at += 16)
        {
            // The first four bytes are a little-endian counter, which wraps.
            initialCounter.CopyTo(counters, at);
            BinaryPrimitives.WriteUInt32LittleEndian(counters.AsSpan(at), unchecked(count++));
        }

        return Bytes.Xor(text, cipher.Encrypt(counters));
    }

    public static (byte[] Ciphertext, byte[] Tag) Encrypt(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData)
    {
        (byte[] authentication, byte[] encryption) = DeriveKeys(key, nonce);
        UInt128 hash = ReferenceField.Polyval(ReferenceField.Read(authentication), 0, PolyvalInput(plaintext, associatedData));
        byte[] tag = Tag(encryption, ReferenceField.Write(hash), nonce);
        return (XorKeyStream(new ReferenceAes(encryption), InitialCounter(tag), plaintext), tag);
    }

    /// <summary>Returns the plaintext, or null if the tag is incorrect.</summary>
    public static byte[]? Decrypt(byte[] key, byte[] nonce, byte[] ciphertext, byte[] tag, byte[] associatedData)
    {
        (byte[] authentication, byte[] encryption) = DeriveKeys(key, nonce);
        byte[] plaintext = XorKeyStream(new ReferenceAes(encryption), InitialCounter(tag), ciphertext);
        UInt128 hash = ReferenceField.Polyval(ReferenceField.Read(authentication), 0, PolyvalInput(plaintext, associatedData));
        return Tag(encryption, ReferenceField.Write(hash), nonce).AsSpan().SequenceEqual(tag) ? plaintext : null;
    }
}
