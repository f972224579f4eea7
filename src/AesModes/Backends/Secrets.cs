namespace AesModes.Backends;

/// <summary>Erases secrets from memory, the stack and registers.</summary>
internal static class Secrets
{
    private const int VectorSize = 16;
    private const int Step = 128;

    /// <inheritdoc cref="Erase(Span{Vector128{byte}})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Erase(ref Vector128<byte> secret) => Erase(new Span<Vector128<byte>>(ref secret));

    /// <summary>Overwrites secrets with zeros.</summary>
    /// <remarks>
    /// No compiler may remove these stores, for the same reason as in <see cref="System.Security.Cryptography.CryptographicOperations.ZeroMemory"/>: it compiles
    /// this method without its callers, so it must assume that somebody reads the memory afterwards. ZeroMemory also compiles its store without optimisation, which
    /// costs a short message more than everything else around its kernels.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Erase(Span<Vector128<byte>> secrets)
    {
        Erase(ref Unsafe.As<Vector128<byte>, byte>(ref MemoryMarshal.GetReference(secrets)), (nuint)secrets.Length * VectorSize);
    }

    /// <summary>
    /// Overwrites the stack that software's kernels used: TSmall for messages below <paramref name="small"/> bytes, TMedium below <paramref name="medium"/>, else
    /// TLarge.
    /// </summary>
    public static void ClearStack<TSmall, TMedium, TLarge>(int messageSize, int small, int medium)
        where TSmall : struct
        where TMedium : struct
        where TLarge : struct
    {
        if (!Software.Lane128.HasLookup)
        {
            // Without a byte shuffle, the kernels always process eight blocks.
            ClearStack<Stack16K>();
        }
        else if (messageSize < small)
        {
            ClearStack<TSmall>();
        }
        else if (messageSize < medium)
        {
            ClearStack<TMedium>();
        }
        else
        {
            ClearStack<TLarge>();
        }
    }

    /// <summary>Overwrites the stack that a kernel of <see cref="Hardware"/> used. With 32 registers, a kernel spills little.</summary>
    /// <typeparam name="TStack">The stack to overwrite on machines with 16 registers.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ClearKernelStack<TStack>()
        where TStack : struct
    {
        if (Vector512.IsHardwareAccelerated)
        {
            ClearStack<Stack512>();
        }
        else
        {
            ClearStack<TStack>();
        }
    }

    /// <summary>Overwrites the stack below the caller's frame, as many bytes as the type has. Earlier calls had their frames there, with spilled registers.</summary>
    /// <remarks>NoInlining: inlining would move the memory to the caller's frame.</remarks>
    [MethodImpl(Kernel.Options)]
    public static void ClearStack<TStack>()
        where TStack : struct
    {
        Unsafe.SkipInit(out TStack stack);
        Erase(ref Unsafe.As<TStack, byte>(ref stack), (nuint)Unsafe.SizeOf<TStack>());
    }

    /// <summary>Overwrites the vector registers. Call it before an exception: the runtime saves the registers to the stack and to the heap.</summary>
    public static void ClearRegisters()
    {
        Unsafe.SkipInit(out Stack512 zeros);
        ref byte first = ref Unsafe.As<Stack512, byte>(ref zeros);
        Erase(ref first, 512);
        LoadRegisters(ref Unsafe.As<byte, Vector128<byte>>(ref first));
    }

    /// <summary>All loads come before the first store. A store may overwrite what a later load reads, so the JIT keeps each value in a register.</summary>
    [MethodImpl(Kernel.Options)]
    private static void LoadRegisters(ref Vector128<byte> first)
    {
        Vector128<byte> v0 = Unsafe.Add(ref first, 0);
        Vector128<byte> v1 = Unsafe.Add(ref first, 1);
        Vector128<byte> v2 = Unsafe.Add(ref first, 2);
        Vector128<byte> v3 = Unsafe.Add(ref first, 3);
        Vector128<byte> v4 = Unsafe.Add(ref first, 4);
        Vector128<byte> v5 = Unsafe.Add(ref first, 5);
        Vector128<byte> v6 = Unsafe.Add(ref first, 6);
        Vector128<byte> v7 = Unsafe.Add(ref first, 7);
        Vector128<byte> v8 = Unsafe.Add(ref first, 8);
        Vector128<byte> v9 = Unsafe.Add(ref first, 9);
        Vector128<byte> v10 = Unsafe.Add(ref first, 10);
        Vector128<byte> v11 = Unsafe.Add(ref first, 11);
        Vector128<byte> v12 = Unsafe.Add(ref first, 12);
        Vector128<byte> v13 = Unsafe.Add(ref first, 13);
        Vector128<byte> v14 = Unsafe.Add(ref first, 14);
        Vector128<byte> v15 = Unsafe.Add(ref first, 15);
        Vector128<byte> v16 = Unsafe.Add(ref first, 16);
        Vector128<byte> v17 = Unsafe.Add(ref first, 17);
        Vector128<byte> v18 = Unsafe.Add(ref first, 18);
        Vector128<byte> v19 = Unsafe.Add(ref first, 19);
        Vector128<byte> v20 = Unsafe.Add(ref first, 20);
        Vector128<byte> v21 = Unsafe.Add(ref first, 21);
        Vector128<byte> v22 = Unsafe.Add(ref first, 22);
        Vector128<byte> v23 = Unsafe.Add(ref first, 23);
        Vector128<byte> v24 = Unsafe.Add(ref first, 24);
        Vector128<byte> v25 = Unsafe.Add(ref first, 25);
        Vector128<byte> v26 = Unsafe.Add(ref first, 26);
        Vector128<byte> v27 = Unsafe.Add(ref first, 27);
        Vector128<byte> v28 = Unsafe.Add(ref first, 28);
        Vector128<byte> v29 = Unsafe.Add(ref first, 29);
        Vector128<byte> v30 = Unsafe.Add(ref first, 30);
        Vector128<byte> v31 = Unsafe.Add(ref first, 31);

        Unsafe.Add(ref first, 31) = v31;
        Unsafe.Add(ref first, 30) = v30;
        Unsafe.Add(ref first, 29) = v29;
        Unsafe.Add(ref first, 28) = v28;
        Unsafe.Add(ref first, 27) = v27;
        Unsafe.Add(ref first, 26) = v26;
        Unsafe.Add(ref first, 25) = v25;
        Unsafe.Add(ref first, 24) = v24;
        Unsafe.Add(ref first, 23) = v23;
        Unsafe.Add(ref first, 22) = v22;
        Unsafe.Add(ref first, 21) = v21;
        Unsafe.Add(ref first, 20) = v20;
        Unsafe.Add(ref first, 19) = v19;
        Unsafe.Add(ref first, 18) = v18;
        Unsafe.Add(ref first, 17) = v17;
        Unsafe.Add(ref first, 16) = v16;
        Unsafe.Add(ref first, 15) = v15;
        Unsafe.Add(ref first, 14) = v14;
        Unsafe.Add(ref first, 13) = v13;
        Unsafe.Add(ref first, 12) = v12;
        Unsafe.Add(ref first, 11) = v11;
        Unsafe.Add(ref first, 10) = v10;
        Unsafe.Add(ref first, 9) = v9;
        Unsafe.Add(ref first, 8) = v8;
        Unsafe.Add(ref first, 7) = v7;
        Unsafe.Add(ref first, 6) = v6;
        Unsafe.Add(ref first, 5) = v5;
        Unsafe.Add(ref first, 4) = v4;
        Unsafe.Add(ref first, 3) = v3;
        Unsafe.Add(ref first, 2) = v2;
        Unsafe.Add(ref first, 1) = v1;
        Unsafe.Add(ref first, 0) = v0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Erase(ref byte first, nuint size)
    {
        if (Vector256.IsHardwareAccelerated && size >= Step)
        {
            // The last step ends where the memory ends, and may overlap the one before.
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

/// <summary>The sizes of stack memory for <see cref="Secrets.ClearStack{TStack}"/>, from 512 bytes to 16 KiB.</summary>
[InlineArray(512)]
internal struct Stack512
{
    private byte _first;
}

[InlineArray(1024)]
internal struct Stack1K
{
    private byte _first;
}

[InlineArray(2048)]
internal struct Stack2K
{
    private byte _first;
}

[InlineArray(4096)]
internal struct Stack4K
{
    private byte _first;
}

[InlineArray(8192)]
internal struct Stack8K
{
    private byte _first;
}

[InlineArray(16384)]
internal struct Stack16K
{
    private byte _first;
}
