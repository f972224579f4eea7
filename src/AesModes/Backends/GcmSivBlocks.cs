using System.Diagnostics;

namespace AesModes.Backends;

/// <summary>The formulas of RFC 8452 §4 for single blocks. The mode shares them with kernels that do several steps at once.</summary>
internal static class GcmSivBlocks
{
    /// <summary>The top bit of the last byte.</summary>
    private static Vector128<byte> TopBit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(0, 1UL << 63).AsByte();
    }

    /// <summary>Returns four zero bytes and the nonce.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> NonceBlock(ReadOnlySpan<byte> nonce)
    {
        Debug.Assert(nonce.Length == 12);
        ref byte first = ref MemoryMarshal.GetReference(nonce);
        Vector128<ulong> low = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref first)) << 32;
        return low.WithElement(1, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, 4))).AsByte();
    }

    /// <summary>Returns POLYVAL's last block: both lengths in bits, 64 bits each, little-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LengthBlock(long associatedDataSize, long messageSize) =>
        Vector128.Create(8 * (ulong)associatedDataSize, 8 * (ulong)messageSize).AsByte();

    /// <summary>Writes POLYVAL's input: associated data and plaintext, each zero-padded to whole blocks, and the block with their sizes.</summary>
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

    /// <summary>Returns the number of blocks for this many bytes, rounded up.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long CountBlocks(long bytes) => (bytes + 15) >>> 4;

    /// <summary>Returns the block that is encrypted to the tag: POLYVAL's result ⊕ nonce, with the top bit cleared.</summary>
    /// <param name="hash">POLYVAL's result.</param>
    /// <param name="nonceBlock">Four zero bytes and the nonce. This method moves the nonce to the front.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> TagInput(Vector128<byte> hash, Vector128<byte> nonceBlock) =>
        (hash ^ Vector128.Shuffle(nonceBlock.AsUInt32(), Vector128.Create(1u, 2, 3, 0)).AsByte()) & ~TopBit;

    /// <summary>Returns the first counter block: the tag with the top bit set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InitialCounter(Vector128<byte> tag) => tag | TopBit;
}
