using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends;

/// <summary>What a message derives and must not leave on the stack.</summary>
internal static class Secrets
{
    private const int VectorSize = 16;
    private const int WideSize = 64;

    /// <inheritdoc cref="Erase(Span{Vector128{byte}})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Erase(ref Vector128<byte> secret) => Erase(new Span<Vector128<byte>>(ref secret));

    /// <summary>Overwrites them with zeros.</summary>
    /// <remarks>
    /// For the same reason as <see cref="System.Security.Cryptography.CryptographicOperations.ZeroMemory"/> no compiler may remove these stores: it compiles this
    /// method by itself, without its callers, and so for memory that somebody may read afterwards. That one compiles its store without optimisation
    /// as well, which costs a short message more than everything else around its kernels.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Erase(Span<Vector128<byte>> secrets)
    {
        ref byte first = ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(secrets));
        nuint size = (nuint)secrets.Length * VectorSize;
        if (Vector512.IsHardwareAccelerated && size >= WideSize)
        {
            // The last one ends where the memory ends, over what one before has done.
            nuint last = size - WideSize;
            for (nuint offset = 0; offset < last; offset += WideSize)
            {
                Vector512<byte>.Zero.StoreUnsafe(ref first, offset);
            }

            Vector512<byte>.Zero.StoreUnsafe(ref first, last);
            return;
        }

        for (nuint offset = 0; offset < size; offset += VectorSize)
        {
            Vector128<byte>.Zero.StoreUnsafe(ref first, offset);
        }
    }
}
