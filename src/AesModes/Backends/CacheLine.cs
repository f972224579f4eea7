using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>Aligns memory on the stack, which does not move.</summary>
internal static class CacheLine
{
    /// <summary>The vectors that alignment may skip.</summary>
    public const int Slack = 4;

    private const int Size = 64;

    /// <summary>The first byte of a cache line at or after this one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe ref Vector128<byte> Align(ref Vector128<byte> first)
    {
        nuint address = (nuint)Unsafe.AsPointer(ref first);
        return ref Unsafe.AddByteOffset(ref first, (0 - address) & (Size - 1));
    }
}
