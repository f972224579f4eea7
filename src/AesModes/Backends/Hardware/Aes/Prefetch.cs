using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>
/// Asks for memory that a kernel will come to soon. A processor that reads ahead by itself does so within a page; at each page's first accesses it would wait
/// for what lies beyond its second-level cache.
/// </summary>
/// <remarks>
/// Of text that is read, text that is written, or both in one place, by the loops that go through long texts. It may lie behind the end of the text:
/// nothing is read of it. No more than a hint, and none on ARM, where .NET has no such instruction.
/// </remarks>
internal static class Prefetch
{
    private const int LineSize = 64;
    private const int Distance = 2048;

    /// <summary>The lines of so many bytes, from the offset on and <see cref="Distance"/> further.</summary>
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
