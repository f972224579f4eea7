namespace AesModes.Modes;

/// <summary>The kernels that counter mode needs.</summary>
/// <remarks>
/// These rules also apply to the other modes' interfaces. AES-128, AES-192 and AES-256 have 11, 13 and 15 round keys (FIPS 197), one vector each. Byte 0 of a vector
/// is the first byte of the block. Source and destination have the same size, and are the same memory or disjoint. Kernels keep no state. No branch and no address
/// depends on the contents of vectors and spans, except on the counter, which is public.
/// </remarks>
internal interface ICtrKernels : IKernels
{
    /// <summary>For fewer bytes of key stream, the kernels use less than 2 KiB of stack. It matters only if <see cref="IKernels.SpillsKeys"/> is true.</summary>
    static virtual int ShallowSize => 8 * BlockSize;

    /// <summary>Expands a key of 16, 24 or 32 bytes (FIPS 197 §5.2). The key may be in the memory where the round keys begin.</summary>
    static abstract void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

    static abstract Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    /// <summary>XORs the source with the key stream. The last block may be short.</summary>
    /// <typeparam name="TCounter">The format of the counter.</typeparam>
    /// <param name="roundKeys">The round keys.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="table">The FACE table, kept between calls. It helps most if each call begins where the last one ended. It is empty if there is no table.</param>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="destination">Receives the source ⊕ the key stream.</param>
    static abstract void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter;
}
