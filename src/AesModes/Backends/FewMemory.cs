using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// What an AES-GCM-SIV message of few blocks works with, on the stack: round keys, POLYVAL's input and what may be overwritten behind it. Not a stackalloc: around that the
/// compiler has a guard to set and to check, which a short message waits for.
/// </summary>
[InlineArray(IBackend.MaxRoundKeys + IBackend.FewBlocks + IBackend.FewBehind)]
internal struct FewMemory
{
    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out FewMemory memory) => Unsafe.SkipInit(out memory);
}
