using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Software;

/// <summary>
/// A counter block as a number, whose low byte is the one that changes from each block to the next: where it stands and how far a carry
/// goes are constants to the JIT, so that one text serves all.
/// </summary>
internal interface ICounter
{
    /// <summary>The number's low byte is the block's first one; else its last.</summary>
    static abstract bool IsLittleEndian { get; }

    static abstract Vector128<byte> ToBlock(UInt128 number);

    /// <summary>The number so many blocks on.</summary>
    static abstract UInt128 Advance(UInt128 number, int blocks);
}

/// <summary>RFC 8452 §4: the first four bytes, little-endian, and no carry out of them.</summary>
internal readonly struct GcmSivCounter : ICounter
{
    public static bool IsLittleEndian => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 FromBlock(Vector128<byte> block) => new(block.AsUInt64().GetElement(1), block.AsUInt64().GetElement(0));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(UInt128 number) => Vector128.Create((ulong)number, (ulong)(number >> 64)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 Advance(UInt128 number, int blocks)
    {
        ulong low = (ulong)number;
        return new((ulong)(number >> 64), low - (uint)low + ((uint)low + (uint)blocks));
    }
}

/// <summary>SP 800-38A §6.5 as <see cref="IBackend.XorCounterBlocks"/> has it: all of the block, big-endian.</summary>
internal readonly struct BlockCounter : ICounter
{
    public static bool IsLittleEndian => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> ToBlock(UInt128 number) => FaceTable.ToBlock(number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static UInt128 Advance(UInt128 number, int blocks) => number + (uint)blocks;
}
