using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// What an AES-GCM-SIV message of few blocks works with, on the stack: round keys, POLYVAL's input and what may be overwritten behind it. Not a stackalloc: around that the
/// compiler has a guard to set and to check, which a short message waits for.
/// </summary>
[InlineArray(Length + CacheLine.Slack)]
internal struct FewMemory
{
    private const int Length = IBackend.MaxRoundKeys + IBackend.FewBlocks + IBackend.FewBehind;

    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out FewMemory memory) => Unsafe.SkipInit(out memory);

    /// <summary>The vectors from a cache line's first byte on. The compiler aligns locals to 8 bytes only, and then every fourth access crosses a line.</summary>
    [UnscopedRef]
    public Span<Vector128<byte>> Aligned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref CacheLine.Align(ref _first), Length);
    }
}
