using System.Buffers.Binary;

namespace AesModes.Backends;

/// <summary>
/// A counter block as a number, whose low byte is the one that changes from each block to the next: where it stands and how far a carry
/// goes are constants to the JIT, so that one text serves all.
/// </summary>
internal interface ICounter
{
    /// <summary>The number's low byte is the block's first one; else its last.</summary>
    static abstract bool IsLittleEndian { get; }

    static abstract Vector128<byte> ToBlock(UInt128 number);

    static abstract UInt128 FromBlock(Vector128<byte> block);

    /// <summary>The number so many blocks on.</summary>
    static abstract UInt128 Advance(UInt128 number, int blocks);

    /// <summary>The block so many on, in the vector, as long as no more changes than <see cref="CountBlocks"/> allows.</summary>
    static abstract Vector128<byte> Advance(Vector128<byte> block, uint blocks);

    /// <summary>How many blocks that vector counts from there on.</summary>
    static abstract long CountBlocks(Vector128<byte> block);

    /// <summary>For how many blocks from there on a <see cref="FaceTable"/> holds.</summary>
    static abstract long CountTableBlocks(UInt128 number);
}

/// <summary>RFC 8452 §4: the first four bytes, little-endian, and no carry out of them.</summary>
internal readonly struct GcmSivCounter : ICounter
{
    public static bool IsLittleEndian => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 FromBlock(Vector128<byte> block)
    {
        // Counter mode branches on the low byte.
        Vector128<ulong> number = Declassified.Counter(block).AsUInt64();
        return new(number.GetElement(1), number.GetElement(0));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(UInt128 number) => Vector128.Create((ulong)number, (ulong)(number >> 64)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 Advance(UInt128 number, int blocks)
    {
        ulong low = (ulong)number;
        return new((ulong)(number >> 64), low - (uint)low + ((uint)low + (uint)blocks));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Advance(Vector128<byte> block, uint blocks) => (block.AsUInt32() + Vector128.CreateScalar(blocks)).AsByte();

    public static long CountBlocks(Vector128<byte> block) => uint.MaxValue;

    public static long CountTableBlocks(UInt128 number) => uint.MaxValue;
}

/// <summary>SP 800-38A §6.5: all of the block, big-endian; in a vector only its last byte.</summary>
internal readonly struct BlockCounter : ICounter
{
    public static bool IsLittleEndian => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(UInt128 number) => Vector128.Create(
        BinaryPrimitives.ReverseEndianness((ulong)(number >> 64)), BinaryPrimitives.ReverseEndianness((ulong)number)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 FromBlock(Vector128<byte> block) => new(
        BinaryPrimitives.ReverseEndianness(block.AsUInt64().GetElement(0)), BinaryPrimitives.ReverseEndianness(block.AsUInt64().GetElement(1)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 Advance(UInt128 number, int blocks) => number + (uint)blocks;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Advance(Vector128<byte> block, uint blocks) => block + Vector128.Create(0, (ulong)blocks << 56).AsByte();

    public static long CountBlocks(Vector128<byte> block) => 256 - block.GetElement(15);

    public static long CountTableBlocks(UInt128 number) => (1L << 40) - (long)((ulong)number & ((1UL << 40) - 1));
}
