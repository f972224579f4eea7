using System.Buffers.Binary;

namespace AesModes.Backends;

/// <summary>
/// A format of counter blocks. The low byte of the number changes with each block. Its position and the length of the carry are constants to the JIT, so that the
/// same code serves all formats.
/// </summary>
internal interface ICounter
{
    /// <summary>Whether the number's low byte is the first byte of the block. Otherwise it is the last.</summary>
    static abstract bool IsLittleEndian { get; }

    static abstract Vector128<byte> ToBlock(UInt128 number);

    static abstract UInt128 FromBlock(Vector128<byte> block);

    /// <summary>Returns the number that follows after this many blocks.</summary>
    static abstract UInt128 Advance(UInt128 number, int blocks);

    /// <summary>Returns the block that follows after this many blocks, computed in the vector. It is valid for as many blocks as <see cref="CountBlocks"/> returns.</summary>
    static abstract Vector128<byte> Advance(Vector128<byte> block, uint blocks);

    /// <summary>Returns for how many blocks, from this one on, the vector can count.</summary>
    static abstract long CountBlocks(Vector128<byte> block);

    /// <summary>Returns for how many blocks, from this one on, a <see cref="FaceTable"/> is valid.</summary>
    static abstract long CountTableBlocks(UInt128 number);
}

/// <summary>RFC 8452 §4: the first four bytes count, little-endian, without a carry out of them.</summary>
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

/// <summary>SP 800-38A §6.5: the whole block counts, big-endian. In a vector only its last byte counts.</summary>
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
