using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>For a call's own copy of its round keys, on the stack, and no stackalloc for the same reason as <see cref="FewMemory"/>.</summary>
[InlineArray(IBackend.MaxRoundKeys)]
internal struct RoundKeyMemory
{
    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out RoundKeyMemory memory) => Unsafe.SkipInit(out memory);
}
