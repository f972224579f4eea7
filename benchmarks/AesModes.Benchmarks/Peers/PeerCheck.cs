using System.Security.Cryptography;
using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>Checks outputs before anything is timed. What is wrong is told in a sentence; null says that all is right.</summary>
internal static class PeerCheck
{
    /// <summary>Encrypts, decrypts, and refuses a changed tag.</summary>
    public static string? FindFault(Peer peer, Message message)
    {
        try
        {
            peer.Encrypt();
            peer.Decrypt();
            if (!peer.Decrypted.AsSpan().SequenceEqual(message.Plaintext))
            {
                return $"{peer.Name} does not decrypt to what it encrypted.";
            }

            peer.Tag[0] ^= 1;
            if (Accepts(peer))
            {
                return $"{peer.Name} accepts a changed tag.";
            }

            // Leaves the right ciphertext and tag behind, for whoever times decryption.
            peer.Encrypt();
            return null;
        }
        catch (CryptographicException e)
        {
            return $"{peer.Name} fails: {e.Message}";
        }
    }

    /// <summary>And gives the same ciphertext and tag as another implementation of the same algorithm, which has been checked itself.</summary>
    public static string? FindFault(Peer peer, Message message, Peer witness)
    {
        string? fault = FindFault(peer, message);
        witness.Encrypt();
        bool equal = peer.Ciphertext.AsSpan().SequenceEqual(witness.Ciphertext) && peer.Tag.AsSpan().SequenceEqual(witness.Tag);
        return fault ?? (equal ? null : $"{peer.Name} and {witness.Name} give different outputs.");
    }

    /// <summary>RFC 8452 appendix C.1 or C.2, its last vector.</summary>
    /// <param name="backend">What is checked.</param>
    /// <param name="keySize">In bytes.</param>
    public static string? FindFault(Backend backend, int keySize)
    {
        KnownAnswer vector = keySize == 16 ? KnownAnswer.Rfc8452Aes128 : KnownAnswer.Rfc8452Aes256;
        byte[] output = new byte[vector.Plaintext.Length + 16];
        using AesGcmSiv siv = new(vector.Key, backend);
        siv.Encrypt(vector.Nonce, vector.Plaintext, output.AsSpan(..^16), output.AsSpan(^16..), vector.AssociatedData);
        return output.AsSpan().SequenceEqual(vector.CiphertextAndTag) ? null : $"{backend} gives another output than RFC 8452.";
    }

    private static bool Accepts(Peer peer)
    {
        try
        {
            peer.Decrypt();
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    private sealed record KnownAnswer(byte[] Key, byte[] Nonce, byte[] Plaintext, byte[] AssociatedData, byte[] CiphertextAndTag)
    {
        public static KnownAnswer Rfc8452Aes128 { get; } = FromHex(
            "f901cfe8a69615a93fdf7a98cad48179",
            "6245709fb18853f68d833640",
            "e42a3c02c25b64869e146d7b233987bddfc240871d",
            "7576f7028ec6eb5ea7e298342a94d4b202b370ef9768ec6561c4fe6b7e7296fa859c21",
            "391cc328d484a4f46406181bcd62efd9b3ee197d05" + "2d15506c84a9edd65e13e9d24a2a6e70");

        public static KnownAnswer Rfc8452Aes256 { get; } = FromHex(
            "3c535de192eaed3822a2fbbe2ca9dfc88255e14a661b8aa82cc54236093bbc23",
            "688089e55540db1872504e1c",
            "ced532ce4159b035277d4dfbb7db62968b13cd4eec",
            "734320ccc9d9bbbb19cb81b2af4ecbc3e72834321f7aa0f70b7282b4f33df23f167541",
            "626660c26ea6612fb17ad91e8e767639edd6c9faee" + "9d6c7029675b89eaf4ba1ded1a286594");

        private static KnownAnswer FromHex(params string[] fields)
        {
            byte[][] bytes = [.. fields.Select(Convert.FromHexString)];
            return new KnownAnswer(bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]);
        }
    }
}
