using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>
/// Prefetches memory that a kernel will access soon. A processor's own prefetching stays within a page, so the first accesses to each page would wait for data
/// beyond its second-level cache.
/// </summary>
/// <remarks>
/// For the source, the destination or both, in loops over long messages. The address may be after the end of the message: the prefetch reads nothing there. It is
/// only a hint, and does nothing on ARM, where .NET has no such instruction.
/// </remarks>
internal static class Prefetch
{
    private const int LineSize = 64;
    private const int Distance = 2048;

    /// <summary>Prefetches the lines of <paramref name="size"/> bytes, <see cref="Distance"/> bytes after the offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void Lines(ref byte text, nuint offset, int size)
    {
        if (Sse.IsSupported)
        {
            byte* first = (byte*)Unsafe.AsPointer(ref text) + offset + Distance;
            Sse.Prefetch0(first);
            Sse.Prefetch0(first + (1 * LineSize));
            Sse.Prefetch0(first + (2 * LineSize));
            if (size > 3 * LineSize)
            {
                Sse.Prefetch0(first + (3 * LineSize));
            }
        }
    }
}
