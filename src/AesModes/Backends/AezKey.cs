namespace AesModes.Backends;

/// <summary>Where the vectors of an expanded AEZ key stand (AEZ v5; names are the specification's).</summary>
internal static class AezKey
{
    /// <summary>AES4's round keys: J, I, L, 0.</summary>
    public const int Aes4 = 0;

    public const int J = 0;
    public const int I = 1;
    public const int L = 2;

    /// <summary>AES10's round keys: I, J, L three times, and I.</summary>
    public const int Aes10 = 4;

    /// <summary>kL for k = 0 … 7, twice: what a group of eight adds, 1, …, 7, 8 mod 8, begins at the second, and may go on in the next group.</summary>
    public const int Multiples = 14;

    /// <summary>3J: E^{2,i}'s whitening is that of E^{1,i} and this.</summary>
    public const int TripledJ = 30;

    /// <summary>4J: the nonce's.</summary>
    public const int QuadrupledJ = 31;

    /// <summary>E^{3,1} of the tag's size: what AEZ-hash begins with.</summary>
    public const int TagSizeHash = 32;

    /// <summary>E^{0,5}(10*): what a fragment of exactly 16 bytes adds for its empty second part.</summary>
    public const int EmptyPartHash = 33;

    /// <summary>The last one, as a message reads it first: so the others need no check of their index.</summary>
    public const int DoubledI = 34;

    public const int Count = 35;
}
