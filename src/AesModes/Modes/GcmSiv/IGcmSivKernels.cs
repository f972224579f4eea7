using System.Diagnostics;

namespace AesModes.Modes;

/// <summary>What AES-GCM-SIV needs from a machine. The defaults are those of a machine without a kernel for the purpose.</summary>
internal interface IGcmSivKernels : ICtrKernels
{
    /// <summary>The most powers of H that <see cref="CountHashPowers"/> returns.</summary>
    const int MaxHashPowers = 16;

    /// <summary>Messages of fewer blocks, of associated data and text, are encrypted by <see cref="EncryptSmall"/>.</summary>
    static virtual int SmallEncryptionBlocks => 0;

    /// <summary>Messages of fewer blocks are decrypted by <see cref="DecryptSmall"/>.</summary>
    static virtual int SmallDecryptionBlocks => 0;

    /// <summary>Encrypts a whole small message (RFC 8452 §4).</summary>
    /// <returns>False, with nothing written, when the instance is disposed.</returns>
    static virtual bool EncryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) => throw new UnreachableException();

    /// <summary>Decrypts a whole small message (RFC 8452 §5), and writes the plaintext even if the tag is wrong.</summary>
    static virtual Verdict DecryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) => throw new UnreachableException();

    /// <summary>RFC 8452 §4, derive_keys.</summary>
    /// <param name="keyGeneratingKey">Its round keys.</param>
    /// <param name="nonce">12 bytes.</param>
    /// <param name="roundKeys">Receives the message-encryption key's round keys.</param>
    /// <param name="h">Receives the message-authentication key.</param>
    static abstract void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h);

    /// <summary>The number of powers of H that pay for a message of so many blocks.</summary>
    static virtual int CountHashPowers(long blocks) => 1;

    /// <summary>Fills the powers with Hⁿ … H², H: in the order of the blocks that they multiply.</summary>
    static virtual void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => powers[^1] = h;

    /// <summary>Continues POLYVAL (RFC 8452 §3) with the data, zero-padded to whole blocks.</summary>
    static abstract Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data);

    /// <summary>The same with one more block after the data.</summary>
    static abstract Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data, Vector128<byte> last);

    /// <summary>Decrypts the ciphertext and absorbs the beginning of the plaintext: at most all of it, and whole blocks.</summary>
    /// <param name="keys">The message's keys and its table.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="hash">POLYVAL of what comes before the plaintext.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="plaintext">Receives the plaintext.</param>
    /// <param name="hashed">The number of bytes that were absorbed.</param>
    static abstract Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed);
}

/// <summary>The outcome of a decryption.</summary>
internal enum Verdict
{
    Authentic,

    /// <summary>The tag is wrong: the plaintext has to be cleared.</summary>
    Forged,

    /// <summary>The instance is disposed, and nothing was written.</summary>
    KeyDisposed,
}
