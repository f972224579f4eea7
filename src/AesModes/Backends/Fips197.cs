namespace AesModes.Backends;

/// <summary>The sizes of AES (FIPS 197 §5).</summary>
internal static class Fips197
{
    /// <summary>In bytes.</summary>
    public const int BlockSize = 16;

    /// <summary>AES-256's.</summary>
    public const int MaxRoundKeys = 15;

    /// <summary>The number of round keys of a key of 16, 24 or 32 bytes: a round for each of its words and six more, and a round key more than rounds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountRoundKeys(int keySize) => (keySize / 4) + 7;

    /// <summary>The size in bytes of a key with so many round keys.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetKeySize(int roundKeys) => 4 * (roundKeys - 7);
}
