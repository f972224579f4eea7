using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>Holds our backends against vectors before anything is timed. What is wrong is told in a sentence; null says that all is right.</summary>
internal static class VectorCheck
{
    /// <summary>AES-GCM-SIV: RFC 8452 appendix C.1 or C.2, its last vector.</summary>
    /// <param name="backend">What is checked.</param>
    /// <param name="keySize">In bytes.</param>
    public static string? FindGcmSivFault(Backend backend, int keySize)
    {
        KnownAnswer vector = keySize == 16 ? KnownAnswer.Rfc8452Aes128 : KnownAnswer.Rfc8452Aes256;
        byte[] output = new byte[vector.Plaintext.Length + 16];
        using AesGcmSiv siv = new(vector.Key, backend);
        siv.Encrypt(vector.Nonce, vector.Plaintext, output.AsSpan(..^16), output.AsSpan(^16..), vector.AssociatedData);
        return output.AsSpan().SequenceEqual(vector.Output) ? null : $"{backend} gives another output than RFC 8452.";
    }

    /// <summary>AEZ: a short message and two longer ones, with and without associated data.</summary>
    public static string? FindAezFault(Backend backend)
    {
        foreach (KnownAnswer vector in KnownAnswer.Aez)
        {
            byte[] output = new byte[vector.Output.Length];
            using Aez aez = new(vector.Key, output.Length - vector.Plaintext.Length, backend);
            if (vector.AssociatedData is null)
            {
                aez.Encrypt(vector.Nonce, vector.Plaintext, output);
            }
            else
            {
                aez.Encrypt(vector.Nonce, vector.Plaintext, output, vector.AssociatedData);
            }

            if (!output.AsSpan().SequenceEqual(vector.Output))
            {
                return $"{backend} encrypts the vector of {vector.Plaintext.Length} bytes otherwise than AEZ's vectors.";
            }
        }

        return null;
    }
}
