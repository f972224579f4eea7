namespace AesModes.Modes;

/// <summary>What counter mode needs from a machine.</summary>
/// <remarks>
/// Here and in the other modes' interfaces: AES-128, AES-192 and AES-256 have 11, 13 and 15 round keys (FIPS 197), one vector each. Byte 0 of a vector is
/// the first byte of the block. Source and destination have the same size, and are the same memory or disjoint. Nothing keeps state, and nothing
/// branches on, or addresses memory by, the contents of vectors and spans.
/// </remarks>
internal interface ICtrKernels : IKernels
{
    /// <summary>Key stream of fewer bytes takes less than 2 KiB of the stack, where <see cref="IKernels.SpillsKeys"/>.</summary>
    static virtual int ShallowSize => 8 * BlockSize;

    /// <summary>FIPS 197 §5.2. The key, of 16, 24 or 32 bytes, may be the memory where the round keys begin.</summary>
    static abstract void ExpandKey(ReadOnlySpan<byte> key, Span<Vector128<byte>> roundKeys);

    static abstract Vector128<byte> EncryptBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    /// <summary>Counter mode of any size: the last block may be short.</summary>
    /// <typeparam name="TCounter">How the counter counts.</typeparam>
    /// <param name="roundKeys">The round keys.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="table">Kept between calls, of which each best begins where the last one ended; empty to keep nothing.</param>
    /// <param name="source">The text.</param>
    /// <param name="destination">Receives the text ⊕ the key stream.</param>
    static abstract void XorKeyStream<TCounter>(
        scoped ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> counter, ref FaceTable table, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TCounter : struct, ICounter;
}
