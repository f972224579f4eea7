namespace AesModes.Backends;

/// <summary>The sizes of AES (FIPS 197 §5).</summary>
internal static class Fips197
{
    /// <summary>The size of a block in bytes.</summary>
    public const int BlockSize = 16;

    /// <summary>The number of round keys of AES-256.</summary>
    public const int MaxRoundKeys = 15;

    /// <summary>Returns the number of round keys for a key of 16, 24 or 32 bytes. There are six rounds more than key words, and one round key more than rounds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountRoundKeys(int keySize) => (keySize / 4) + 7;

    /// <summary>Returns the size in bytes of a key with this many round keys.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetKeySize(int roundKeys) => 4 * (roundKeys - 7);
}
