using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Measuring;

/// <summary>The memory limit of a counter mode that costs nothing: reads a buffer, XORs it with a constant, and writes it to another buffer.</summary>
internal static class MemoryXor
{
    /// <summary>Four vectors of 32 bytes per turn. Vectors of 16 or 64 bytes were no faster on AMD Zen 5, where the memory is the limit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Run(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(destination.Length, source.Length);
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref byte to = ref MemoryMarshal.GetReference(destination);
        Vector256<byte> constant = Vector256.Create((byte)0x5C);
        nuint size = (nuint)source.Length;
        nuint i = 0;
        for (; i + 128 <= size; i += 128)
        {
            (Vector256.LoadUnsafe(ref from, i) ^ constant).StoreUnsafe(ref to, i);
            (Vector256.LoadUnsafe(ref from, i + 32) ^ constant).StoreUnsafe(ref to, i + 32);
            (Vector256.LoadUnsafe(ref from, i + 64) ^ constant).StoreUnsafe(ref to, i + 64);
            (Vector256.LoadUnsafe(ref from, i + 96) ^ constant).StoreUnsafe(ref to, i + 96);
        }

        for (; i < size; i++)
        {
            destination[(int)i] = (byte)(source[(int)i] ^ 0x5C);
        }
    }
}
