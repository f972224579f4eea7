using System.Diagnostics;

namespace AesModes.Modes;

/// <summary>The kernels that AES-GCM-SIV needs. The defaults are for backends without a special kernel.</summary>
internal interface IGcmSivKernels : ICtrKernels
{
    /// <summary>The largest number of powers of H that <see cref="CountHashPowers"/> returns.</summary>
    const int MaxHashPowers = 16;

    /// <summary><see cref="EncryptSmall"/> encrypts messages with fewer blocks of associated data and plaintext than this.</summary>
    static virtual int SmallEncryptionBlocks => 0;

    /// <summary><see cref="DecryptSmall"/> decrypts messages with fewer blocks than this.</summary>
    static virtual int SmallDecryptionBlocks => 0;

    /// <summary>Encrypts a whole small message (RFC 8452 §4).</summary>
    /// <returns>False if the instance is disposed. Nothing is written then.</returns>
    static virtual bool EncryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) => throw new UnreachableException();

    /// <summary>Decrypts a whole small message (RFC 8452 §5), and writes the plaintext even if the tag is wrong.</summary>
    static virtual Verdict DecryptSmall(ExpandedKey keyGeneratingKey, in GcmSivMessage message) => throw new UnreachableException();

    /// <summary>Derives a message's keys (RFC 8452 §4, derive_keys).</summary>
    /// <param name="keyGeneratingKey">The round keys of the key-generating key.</param>
    /// <param name="nonce">The nonce: 12 bytes.</param>
    /// <param name="roundKeys">Receives the round keys of the message-encryption key.</param>
    /// <param name="h">Receives the message-authentication key.</param>
    static abstract void DeriveKeys(
        ReadOnlySpan<Vector128<byte>> keyGeneratingKey, ReadOnlySpan<byte> nonce, Span<Vector128<byte>> roundKeys, out Vector128<byte> h);

    /// <summary>Returns how many powers of H are worth computing for a message of this many blocks.</summary>
    static virtual int CountHashPowers(long blocks) => 1;

    /// <summary>Fills the powers with Hⁿ, …, H², H, in the order of the blocks that they multiply.</summary>
    static virtual void ExpandHashKey(Vector128<byte> h, Span<Vector128<byte>> powers) => powers[^1] = h;

    /// <summary>Continues POLYVAL (RFC 8452 §3) with the data, zero-padded to whole blocks.</summary>
    static abstract Vector128<byte> Absorb(ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data);

    /// <summary>Like <see cref="Absorb"/>, with one more block after the data.</summary>
    static abstract Vector128<byte> AbsorbLast(
        ReadOnlySpan<Vector128<byte>> powers, Vector128<byte> hash, ReadOnlySpan<byte> data, Vector128<byte> last);

    /// <summary>Decrypts the ciphertext, and absorbs the first blocks of the plaintext: any number of whole blocks, also none or all.</summary>
    /// <param name="keys">The message's keys and its table.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="hash">The POLYVAL of the input before the plaintext.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="plaintext">Receives the plaintext.</param>
    /// <param name="hashed">Receives the number of absorbed bytes.</param>
    static abstract Vector128<byte> DecryptAndAbsorb(
        ref RecordKeys keys, Vector128<byte> counter, Vector128<byte> hash, scoped ReadOnlySpan<byte> ciphertext, scoped Span<byte> plaintext, out int hashed);
}

/// <summary>The outcome of a decryption.</summary>
internal enum Verdict
{
    Authentic,

    /// <summary>The tag is wrong. The caller must clear the plaintext.</summary>
    Forged,

    /// <summary>The instance is disposed, and nothing was written.</summary>
    KeyDisposed,
}
