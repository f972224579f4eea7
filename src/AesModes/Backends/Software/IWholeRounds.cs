namespace AesModes.Backends.Software;

/// <summary>
/// What AEZ needs of AES: as many whole rounds as there are keys, the last one too with MixColumns, and nothing added in front. Four or ten
/// of them: AES4 and AES10. A type, so that a test can give <see cref="AezPasses{TAes}"/> one core alone.
/// </summary>
internal interface IWholeRounds
{
    static abstract Vector128<byte> RoundBlock(ReadOnlySpan<Vector128<byte>> roundKeys, Vector128<byte> block);

    /// <summary>Each block by itself; source and destination are the same memory or disjoint.</summary>
    static abstract void RoundBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
}
