using System.Security.Cryptography;

namespace AesModes.Measuring.Peers;

/// <summary>Checks outputs before anything is timed. What is wrong is told in a sentence; null says that all is right.</summary>
internal static class PeerCheck
{
    /// <summary>Encrypts, decrypts, and refuses a change if it is authenticated.</summary>
    public static string? FindFault(Peer peer)
    {
        try
        {
            peer.Encrypt();
            peer.Decrypt();
            if (!peer.Result.SequenceEqual(peer.Message.Plaintext))
            {
                return $"{peer.Name} does not decrypt to what it encrypted.";
            }

            if (peer.IsAuthenticated)
            {
                (peer.Tag.Length > 0 ? peer.Tag : peer.Encrypted)[0] ^= 1;
                if (Accepts(peer))
                {
                    return $"{peer.Name} accepts a changed {(peer.Tag.Length > 0 ? "tag" : "ciphertext")}.";
                }
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

    /// <summary>And gives the same ciphertext and tag as another implementation of the same algorithm, which is checked itself.</summary>
    public static string? FindFault(Peer peer, Peer witness)
    {
        string? fault = FindFault(peer);
        witness.Encrypt();
        byte[] output = [.. peer.Encrypted, .. peer.Tag];
        bool equal = output.AsSpan().SequenceEqual([.. witness.Encrypted, .. witness.Tag]);
        return fault ?? (equal ? null : $"{peer.Name} and {witness.Name} give different outputs.");
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
}
