namespace AesModes.Backends;

/// <summary>What a message derives and must not leave on the stack.</summary>
internal static class Secrets
{
    private const int VectorSize = 16;
    private const int Step = 128;

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
        if (Vector256.IsHardwareAccelerated && size >= Step)
        {
            // The last step ends where the memory ends, over what one before has done.
            nuint last = size - Step;
            for (nuint offset = 0; offset < last; offset += Step)
            {
                EraseStep(ref first, offset);
            }

            EraseStep(ref first, last);
            return;
        }

        for (nuint offset = 0; offset < size; offset += VectorSize)
        {
            Vector128<byte>.Zero.StoreUnsafe(ref first, offset);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EraseStep(ref byte first, nuint offset)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte>.Zero.StoreUnsafe(ref first, offset);
            Vector512<byte>.Zero.StoreUnsafe(ref first, offset + (Step / 2));
        }
        else
        {
            Vector256<byte>.Zero.StoreUnsafe(ref first, offset);
            Vector256<byte>.Zero.StoreUnsafe(ref first, offset + (1 * Step / 4));
            Vector256<byte>.Zero.StoreUnsafe(ref first, offset + (2 * Step / 4));
            Vector256<byte>.Zero.StoreUnsafe(ref first, offset + (3 * Step / 4));
        }
    }
}
