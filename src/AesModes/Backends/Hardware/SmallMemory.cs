using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Modes;

namespace AesModes.Backends.Hardware;

/// <summary>
/// A small message's memory on the stack: its round keys, then its blocks. Not a stackalloc, whose guard a short message would wait for.
/// </summary>
[InlineArray(ICtrKernels.MaxRoundKeys + MaxBlocks + MaxPadding + (LineSize / 16))]
internal struct SmallMemory
{
    /// <summary>The most blocks of associated data, text and sizes.</summary>
    public const int MaxBlocks = 132;

    /// <summary>A kernel may write so many vectors after the blocks.</summary>
    private const int MaxPadding = 6;

    /// <summary>The size of a cache line in bytes.</summary>
    private const int LineSize = 64;

    private Vector128<byte> _first;

    /// <summary>Leaves the memory as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out SmallMemory memory) => Unsafe.SkipInit(out memory);

    /// <summary>
    /// The first vector that begins a cache line. The JIT aligns locals to 8 bytes only, and where every fourth access crosses a line, a message of four
    /// blocks takes up to a fifth longer.
    /// </summary>
    [UnscopedRef]
    public unsafe ref Vector128<byte> Aligned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // The stack does not move.
            nuint address = (nuint)Unsafe.AsPointer(ref _first);
            return ref *(Vector128<byte>*)((address + (LineSize - 1)) & ~(nuint)(LineSize - 1));
        }
    }
}
