namespace AesModes.Backends.Software;

/// <summary>
/// A vector of 128-bit lanes, each of which holds one byte of sixteen blocks (<see cref="PolyvalSliced{TSlices,TVector}"/>). Every
/// operation does the same in each lane.
/// </summary>
internal interface ISlices<TVector>
    where TVector : struct
{
    /// <summary>There is a byte shuffle instruction of this width: without one, a lookup is a loop of loads at secret addresses.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>How many 128-bit lanes there are.</summary>
    static abstract int Lanes { get; }

    static abstract TVector Load(ref byte source, nuint offset);

    static abstract void Store(TVector value, ref byte destination, nuint offset);

    /// <summary>The low halves' bytes in turn, the left one's first.</summary>
    static abstract TVector InterleaveLow(TVector left, TVector right);

    /// <summary>The high halves' bytes in turn, the left one's first.</summary>
    static abstract TVector InterleaveHigh(TVector left, TVector right);

    static abstract TVector LowNibbles(TVector value);

    static abstract TVector HighNibbles(TVector value);

    /// <summary>
    /// Adds to each byte of the sum what the tables have for the two nibbles. A table is sixteen bytes in memory, the same for all lanes.
    /// </summary>
    static abstract TVector AddEntries(TVector sum, ref byte lowTable, TVector lowNibbles, ref byte highTable, TVector highNibbles);
}
