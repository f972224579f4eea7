using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>How RFC 8452 §4 makes one block from another; for the mode, and for backends' pieces that do several steps at once.</summary>
internal static class GcmSivBlocks
{
    /// <summary>The top bit of the last byte.</summary>
    private static Vector128<byte> TopBit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(0, 1UL << 63).AsByte();
    }

    /// <summary>What the tag is the encryption of: POLYVAL's result ⊕ nonce, the top bit cleared.</summary>
    /// <param name="hash">POLYVAL's result.</param>
    /// <param name="nonceBlock">Four zero bytes and the nonce; here the nonce stands in front.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> TagInput(Vector128<byte> hash, Vector128<byte> nonceBlock) =>
        (hash ^ Vector128.Shuffle(nonceBlock.AsUInt32(), Vector128.Create(1u, 2, 3, 0)).AsByte()) & ~TopBit;

    /// <summary>The first counter block: the tag, the top bit set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InitialCounter(Vector128<byte> tag) => tag | TopBit;

    /// <summary>The counter so many blocks on: the first 32 bits count, little-endian, and wrap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Advance(Vector128<byte> counter, long blocks) =>
        (counter.AsUInt32() + Vector128.CreateScalar((uint)blocks)).AsByte();
}
