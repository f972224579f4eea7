namespace AesModes.Backends.Software;

/// <summary>
/// The AES rounds for AEZ: as many whole rounds as there are keys, with MixColumns in the last one too, and no key before them. AES4 has four rounds, AES10 has ten.
/// It is an interface so that a test can run <see cref="AezPasses{TAes}"/> on one core.
/// </summary>
internal interface IWholeRounds
{
    static abstract Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    /// <summary>Processes each block separately. Source and destination are the same memory or disjoint.</summary>
    static abstract void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
}
