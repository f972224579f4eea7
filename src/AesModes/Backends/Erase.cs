using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>
/// Overwriting what was secret, where <see cref="System.Security.Cryptography.CryptographicOperations.ZeroMemory"/> takes too long: that is two calls
/// and the C library's memset, 200 cycles for a FACE table; this is 70.
/// </summary>
internal static class Erase
{
    /// <summary>Zeros. Not inlined, so that the JIT does not know whose memory it is and has to write it.</summary>
    [MethodImpl(Kernel.Options)]
    public static void Vectors(Span<Vector128<byte>> memory)
    {
        const int BlockSize = 16;
        const int Wide = 4 * BlockSize;
        ref byte at = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(memory));
        nuint length = (nuint)memory.Length * BlockSize;
        nuint offset = 0;
        for (; length - offset >= 4 * Wide; offset += 4 * Wide)
        {
            Vector512<byte>.Zero.StoreUnsafe(ref at, offset);
            Vector512<byte>.Zero.StoreUnsafe(ref at, offset + (1 * Wide));
            Vector512<byte>.Zero.StoreUnsafe(ref at, offset + (2 * Wide));
            Vector512<byte>.Zero.StoreUnsafe(ref at, offset + (3 * Wide));
        }

        for (; offset < length; offset += BlockSize)
        {
            Vector128<byte>.Zero.StoreUnsafe(ref at, offset);
        }
    }
}
