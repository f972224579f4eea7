namespace AesModes.Backends;

/// <summary>The indices of the vectors in an expanded AEZ key. Names are those of AEZ v5.</summary>
internal static class AezKey
{
    /// <summary>AES4's round keys: J, I, L, 0.</summary>
    public const int Aes4 = 0;

    public const int J = 0;
    public const int I = 1;
    public const int L = 2;

    /// <summary>AES10's round keys: I, J, L three times, and I.</summary>
    public const int Aes10 = 4;

    /// <summary>kL for k = 0 … 7, twice. A group of eight adds k = 1, …, 7, 0, so it begins at the second entry. Reads can go on in the next group.</summary>
    public const int Multiples = 14;

    /// <summary>3J. The whitening of E^{2,i} is that of E^{1,i} ⊕ 3J.</summary>
    public const int TripledJ = 30;

    /// <summary>4J, for the nonce.</summary>
    public const int QuadrupledJ = 31;

    /// <summary>E^{3,1} of the tag size: the first summand of AEZ-hash.</summary>
    public const int TagSizeHash = 32;

    /// <summary>E^{0,5}(10*), which a fragment of exactly 16 bytes adds for its empty second part.</summary>
    public const int EmptyPartHash = 33;

    /// <summary>2I. It is the last vector because a message reads it first. So the JIT omits the checks of the other indices.</summary>
    public const int DoubledI = 34;

    public const int Count = 35;
}
