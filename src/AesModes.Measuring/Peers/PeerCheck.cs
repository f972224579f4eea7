using System.Security.Cryptography;

namespace AesModes.Measuring.Peers;

/// <summary>Checks outputs before anything is timed. Each check returns a sentence about the fault, or null if all is right.</summary>
internal static class PeerCheck
{
    /// <summary>Encrypts, decrypts and, if the peer authenticates, checks that it refuses a change.</summary>
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

            // Restores the right ciphertext and tag, for timing decryption.
            peer.Encrypt();
            return null;
        }
        catch (CryptographicException e)
        {
            return $"{peer.Name} fails: {e.Message}";
        }
    }

    /// <summary>Also compares ciphertext and tag with another, checked implementation of the same algorithm.</summary>
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
