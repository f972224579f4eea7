using System.Diagnostics;

namespace AesModes.Backends;

/// <summary>RFC 8452 §4's formulas for single blocks, which the mode shares with kernels that do several steps at once.</summary>
internal static class GcmSivBlocks
{
    /// <summary>The top bit of the last byte.</summary>
    private static Vector128<byte> TopBit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(0, 1UL << 63).AsByte();
    }

    /// <summary>Four zero bytes and the nonce.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> NonceBlock(ReadOnlySpan<byte> nonce)
    {
        Debug.Assert(nonce.Length == 12);
        ref byte first = ref MemoryMarshal.GetReference(nonce);
        Vector128<ulong> low = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref first)) << 32;
        return low.WithElement(1, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, 4))).AsByte();
    }

    /// <summary>Both lengths in bits, 64 bits each, little-endian: POLYVAL's last block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LengthBlock(long associatedDataSize, long messageSize) =>
        Vector128.Create(8 * (ulong)associatedDataSize, 8 * (ulong)messageSize).AsByte();

    /// <summary>Writes POLYVAL's input: associated data and text, each zero-padded to whole blocks, and the block with their sizes.</summary>
    /// <returns>The number of blocks before the last.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteHashInput(ReadOnlySpan<byte> associatedData, ReadOnlySpan<byte> text, ref Vector128<byte> input)
    {
        int associatedBlocks = (int)CountBlocks(associatedData.Length);
        int last = associatedBlocks + (int)CountBlocks(text.Length);
        PartialBlock.CopyToBlocks(associatedData, ref input);
        PartialBlock.CopyToBlocks(text, ref Unsafe.Add(ref input, associatedBlocks));
        Unsafe.Add(ref input, last) = LengthBlock(associatedData.Length, text.Length);
        return last;
    }

    /// <summary>Blocks that so many bytes begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long CountBlocks(long bytes) => (bytes + 15) >>> 4;

    /// <summary>What the tag is the encryption of: POLYVAL's result ⊕ nonce, the top bit cleared.</summary>
    /// <param name="hash">POLYVAL's result.</param>
    /// <param name="nonceBlock">Four zero bytes and the nonce; here the nonce stands in front.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> TagInput(Vector128<byte> hash, Vector128<byte> nonceBlock) =>
        (hash ^ Vector128.Shuffle(nonceBlock.AsUInt32(), Vector128.Create(1u, 2, 3, 0)).AsByte()) & ~TopBit;

    /// <summary>The first counter block: the tag, the top bit set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InitialCounter(Vector128<byte> tag) => tag | TopBit;
}
