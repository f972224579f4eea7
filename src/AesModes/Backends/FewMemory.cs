using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// What an AES-GCM-SIV message of few blocks works with, on the stack: round keys, POLYVAL's input and what may be overwritten behind it. Not a stackalloc: around that the
/// compiler has a guard to set and to check, which a short message waits for.
/// </summary>
[InlineArray(Length + (LineSize / 16))]
internal struct FewMemory
{
    private const int Length = IBackend.MaxRoundKeys + IBackend.FewBlocks + IBackend.FewBehind;

    /// <summary>Of a cache line, in bytes.</summary>
    private const int LineSize = 64;

    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out FewMemory memory) => Unsafe.SkipInit(out memory);

    /// <summary>
    /// The vectors from a cache line's first byte on. The compiler aligns locals to 8 bytes only, and where every fourth access crosses a line, a message of four
    /// blocks takes up to a fifth longer.
    /// </summary>
    [UnscopedRef]
    public unsafe Span<Vector128<byte>> Aligned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // It is on the stack, which does not move.
            nuint address = (nuint)Unsafe.AsPointer(ref _first);
            return MemoryMarshal.CreateSpan(ref *(Vector128<byte>*)((address + (LineSize - 1)) & ~(nuint)(LineSize - 1)), Length);
        }
    }
}
