using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>For a call's own copy of its round keys, on the stack, and no stackalloc for the same reason as <see cref="FewMemory"/>.</summary>
[InlineArray(Length + CacheLine.Slack)]
internal struct RoundKeyMemory
{
    private const int Length = IBackend.MaxRoundKeys;

    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out RoundKeyMemory memory) => Unsafe.SkipInit(out memory);

    /// <summary>The vectors from a cache line's first byte on. The compiler aligns locals to 8 bytes only, and then every fourth access crosses a line.</summary>
    [UnscopedRef]
    public Span<Vector128<byte>> Aligned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref CacheLine.Align(ref _first), Length);
    }
}
