namespace AesModes.Backends.Hardware;

/// <summary>
/// The number of blocks that a kernel keeps in flight, which is the size of the type in bytes. The JIT knows the size as a constant when it first reads a condition,
/// so one source serves all widths. A property would have to be inlined at every condition, after the JIT had read all the code that depends on it.
/// </summary>
internal interface IWidth
{
}

[StructLayout(LayoutKind.Sequential, Size = 1)]
internal readonly struct One : IWidth
{
}

[StructLayout(LayoutKind.Sequential, Size = 2)]
internal readonly struct Two : IWidth
{
}

[StructLayout(LayoutKind.Sequential, Size = 4)]
internal readonly struct Four : IWidth
{
}

[StructLayout(LayoutKind.Sequential, Size = 8)]
internal readonly struct Eight : IWidth
{
}

/// <summary>A key size of AES-GCM-SIV, as the number of blocks whose low halves form a key (RFC 8452 §4).</summary>
internal interface IKeySize : IWidth
{
}

[StructLayout(LayoutKind.Sequential, Size = 2)]
internal readonly struct Aes128 : IKeySize
{
}

[StructLayout(LayoutKind.Sequential, Size = 4)]
internal readonly struct Aes256 : IKeySize
{
}

/// <summary>
/// One, two, four or eight blocks in registers, which go through AES together. The conditions on the width fold away. Eight blocks saturate an AES unit, and leave
/// registers for a key and for interleaved work.
/// </summary>
internal partial struct Blocks<TAes, TWidth>
    where TAes : struct, IAesInstructions
    where TWidth : struct, IWidth
{
    private Vector128<byte> _b0;
    private Vector128<byte> _b1;
    private Vector128<byte> _b2;
    private Vector128<byte> _b3;
    private Vector128<byte> _b4;
    private Vector128<byte> _b5;
    private Vector128<byte> _b6;
    private Vector128<byte> _b7;

    public const int Size = 16;

    /// <summary>The low halves of two adjacent blocks.</summary>
    public readonly Vector128<byte> LowHalves01 => LowHalves(_b0, _b1);

    /// <inheritdoc cref="LowHalves01"/>
    public readonly Vector128<byte> LowHalves23 => LowHalves(_b2, _b3);

    /// <summary>Loads blocks that begin <paramref name="stride"/> bytes after each other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TWidth> Load(ref byte source, nuint offset, nuint stride = Size)
    {
        Unsafe.SkipInit(out Blocks<TAes, TWidth> blocks);
        blocks._b0 = Vector128.LoadUnsafe(ref source, offset);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            blocks._b1 = Vector128.LoadUnsafe(ref source, offset + (1 * stride));
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            blocks._b2 = Vector128.LoadUnsafe(ref source, offset + (2 * stride));
            blocks._b3 = Vector128.LoadUnsafe(ref source, offset + (3 * stride));
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            blocks._b4 = Vector128.LoadUnsafe(ref source, offset + (4 * stride));
            blocks._b5 = Vector128.LoadUnsafe(ref source, offset + (5 * stride));
            blocks._b6 = Vector128.LoadUnsafe(ref source, offset + (6 * stride));
            blocks._b7 = Vector128.LoadUnsafe(ref source, offset + (7 * stride));
        }

        return blocks;
    }

    /// <summary>The counter and its successors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TWidth> Count<TCounter>(Vector128<byte> counter)
        where TCounter : struct, ICounter
    {
        Unsafe.SkipInit(out Blocks<TAes, TWidth> blocks);
        blocks._b0 = counter;
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            blocks._b1 = TCounter.Advance(counter, 1);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            blocks._b2 = TCounter.Advance(counter, 2);
            blocks._b3 = TCounter.Advance(counter, 3);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            blocks._b4 = TCounter.Advance(counter, 4);
            blocks._b5 = TCounter.Advance(counter, 5);
            blocks._b6 = TCounter.Advance(counter, 6);
            blocks._b7 = TCounter.Advance(counter, 7);
        }

        return blocks;
    }

    /// <summary>The counter and its successors, if none carries: then addition is an xor, also for whitened blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Blocks<TAes, TWidth> CountWithoutCarry<TCounter>(Vector128<byte> first)
        where TCounter : struct, ICounter
    {
        Blocks<TAes, TWidth> blocks = Count<TCounter>(Vector128<byte>.Zero);
        blocks.Add(first);
        return blocks;
    }

    /// <summary>Stores blocks that begin <paramref name="stride"/> bytes after each other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Store(ref byte destination, nuint offset, nuint stride = Size)
    {
        _b0.StoreUnsafe(ref destination, offset);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1.StoreUnsafe(ref destination, offset + (1 * stride));
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2.StoreUnsafe(ref destination, offset + (2 * stride));
            _b3.StoreUnsafe(ref destination, offset + (3 * stride));
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4.StoreUnsafe(ref destination, offset + (4 * stride));
            _b5.StoreUnsafe(ref destination, offset + (5 * stride));
            _b6.StoreUnsafe(ref destination, offset + (6 * stride));
            _b7.StoreUnsafe(ref destination, offset + (7 * stride));
        }
    }

    /// <summary>Adds the same value to each block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(Vector128<byte> addend)
    {
        _b0 ^= addend;
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 ^= addend;
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 ^= addend;
            _b3 ^= addend;
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 ^= addend;
            _b5 ^= addend;
            _b6 ^= addend;
            _b7 ^= addend;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Whiten(Vector128<byte> firstKey)
    {
        _b0 = TAes.Whiten(_b0, firstKey);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 = TAes.Whiten(_b1, firstKey);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 = TAes.Whiten(_b2, firstKey);
            _b3 = TAes.Whiten(_b3, firstKey);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 = TAes.Whiten(_b4, firstKey);
            _b5 = TAes.Whiten(_b5, firstKey);
            _b6 = TAes.Whiten(_b6, firstKey);
            _b7 = TAes.Whiten(_b7, firstKey);
        }
    }

    /// <summary>Round n, between round keys n − 1 and n. <see cref="EncryptOne"/> has its own code for one block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Round(ref Vector128<byte> roundKeys, int n)
    {
        Vector128<byte> previous = Unsafe.Add(ref roundKeys, n - 1);
        Vector128<byte> k = Unsafe.Add(ref roundKeys, n);
        if (Unsafe.SizeOf<TWidth>() == 1)
        {
            _b0 = TAes.Round(_b0, previous, k);
            return;
        }

        if (Unsafe.SizeOf<TWidth>() == 2)
        {
            TAes.Round(ref _b0, ref _b1, previous, k);
            return;
        }

        TAes.Round(ref _b0, ref _b1, ref _b2, ref _b3, previous, k);
        if (Unsafe.SizeOf<TWidth>() == 8)
        {
            TAes.Round(ref _b4, ref _b5, ref _b6, ref _b7, previous, k);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LastRound(ref Vector128<byte> roundKeys, int rounds)
    {
        Vector128<byte> previous = Unsafe.Add(ref roundKeys, rounds - 1);
        Vector128<byte> k = Unsafe.Add(ref roundKeys, rounds);
        _b0 = TAes.LastRound(_b0, previous, k);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 = TAes.LastRound(_b1, previous, k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 = TAes.LastRound(_b2, previous, k);
            _b3 = TAes.LastRound(_b3, previous, k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 = TAes.LastRound(_b4, previous, k);
            _b5 = TAes.LastRound(_b5, previous, k);
            _b6 = TAes.LastRound(_b6, previous, k);
            _b7 = TAes.LastRound(_b7, previous, k);
        }
    }

    /// <summary>The last round. Its key includes the source block, so the result is source ⊕ key stream, and nothing waits for the xor.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LastRoundXor(ref Vector128<byte> roundKeys, int rounds, ref byte source, ref byte destination, nuint offset)
    {
        Vector128<byte> previous = Unsafe.Add(ref roundKeys, rounds - 1);
        Vector128<byte> k = Unsafe.Add(ref roundKeys, rounds);
        _b0 = TAes.LastRound(_b0, previous, Vector128.LoadUnsafe(ref source, offset + (0 * Size)) ^ k);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 = TAes.LastRound(_b1, previous, Vector128.LoadUnsafe(ref source, offset + (1 * Size)) ^ k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 = TAes.LastRound(_b2, previous, Vector128.LoadUnsafe(ref source, offset + (2 * Size)) ^ k);
            _b3 = TAes.LastRound(_b3, previous, Vector128.LoadUnsafe(ref source, offset + (3 * Size)) ^ k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 = TAes.LastRound(_b4, previous, Vector128.LoadUnsafe(ref source, offset + (4 * Size)) ^ k);
            _b5 = TAes.LastRound(_b5, previous, Vector128.LoadUnsafe(ref source, offset + (5 * Size)) ^ k);
            _b6 = TAes.LastRound(_b6, previous, Vector128.LoadUnsafe(ref source, offset + (6 * Size)) ^ k);
            _b7 = TAes.LastRound(_b7, previous, Vector128.LoadUnsafe(ref source, offset + (7 * Size)) ^ k);
        }
        Store(ref destination, offset);
    }

    /// <summary>
    /// The whole cipher: ten rounds in straight-line code, and two branches for longer keys. A loop over the rounds loses a quarter of the speed when the core's
    /// other thread is busy.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Encrypt(ref Vector128<byte> roundKeys, int rounds)
    {
        BeginEncryption(ref roundKeys);
        EndEncryption(ref roundKeys, rounds);
    }

    /// <summary>Whitens the blocks and runs rounds 1 and 2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginEncryption(ref Vector128<byte> roundKeys)
    {
        Whiten(roundKeys);
        FirstRounds(ref roundKeys);
    }

    /// <summary>Runs rounds 1 and 2 on whitened blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void FirstRounds(ref Vector128<byte> roundKeys)
    {
        Round(ref roundKeys, 1);
        Round(ref roundKeys, 2);
    }

    /// <summary>Runs the rounds after round 2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndEncryption(ref Vector128<byte> roundKeys, int rounds)
    {
        MiddleRounds(ref roundKeys, rounds);
        LastRound(ref roundKeys, rounds);
    }

    /// <summary>Runs the rounds after round 2, except the last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void MiddleRounds(ref Vector128<byte> roundKeys, int rounds)
    {
        Round(ref roundKeys, 3);
        Round(ref roundKeys, 4);
        Round(ref roundKeys, 5);
        Round(ref roundKeys, 6);
        Round(ref roundKeys, 7);
        Round(ref roundKeys, 8);
        Round(ref roundKeys, 9);
        LongKeyRounds(ref roundKeys, rounds);
    }

    /// <summary>Encrypts one block without the struct, which costs the JIT more time than the rounds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> EncryptOne(ref Vector128<byte> roundKeys, int rounds, Vector128<byte> block)
    {
        ref Vector128<byte> k = ref roundKeys;
        block = TAes.Whiten(block, k);
        block = TAes.Rounds(block, k, Unsafe.Add(ref k, 1), Unsafe.Add(ref k, 2), Unsafe.Add(ref k, 3));
        block = TAes.Rounds(block, Unsafe.Add(ref k, 3), Unsafe.Add(ref k, 4), Unsafe.Add(ref k, 5), Unsafe.Add(ref k, 6));
        block = TAes.Rounds(block, Unsafe.Add(ref k, 6), Unsafe.Add(ref k, 7), Unsafe.Add(ref k, 8), Unsafe.Add(ref k, 9));
        if (rounds > 10)
        {
            block = TAes.Round(block, Unsafe.Add(ref k, 9), Unsafe.Add(ref k, 10));
            block = TAes.Round(block, Unsafe.Add(ref k, 10), Unsafe.Add(ref k, 11));
            if (rounds > 12)
            {
                block = TAes.Round(block, Unsafe.Add(ref k, 11), Unsafe.Add(ref k, 12));
                block = TAes.Round(block, Unsafe.Add(ref k, 12), Unsafe.Add(ref k, 13));
            }
        }

        return TAes.LastRound(block, Unsafe.Add(ref k, rounds - 1), Unsafe.Add(ref k, rounds));
    }

    /// <summary>Whitens one block and runs rounds 1 and 2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> BeginOne(ref Vector128<byte> roundKeys, Vector128<byte> block)
    {
        block = TAes.Round(TAes.Whiten(block, roundKeys), roundKeys, Unsafe.Add(ref roundKeys, 1));
        return TAes.Round(block, Unsafe.Add(ref roundKeys, 1), Unsafe.Add(ref roundKeys, 2));
    }

    /// <summary>Runs rounds 10 and 11 of AES-192 and AES-256, and rounds 12 and 13 of AES-256.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LongKeyRounds(ref Vector128<byte> roundKeys, int rounds)
    {
        if (rounds > 10)
        {
            Round(ref roundKeys, 10);
            Round(ref roundKeys, 11);
            if (rounds > 12)
            {
                Round(ref roundKeys, 12);
                Round(ref roundKeys, 13);
            }
        }
    }

    // Not Vector128.Create(first.GetLower(), second.GetLower()): the JIT would make two stores to memory and a load that spans both, which stalls.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LowHalves(Vector128<byte> first, Vector128<byte> second) => Vector128.ConditionalSelect(
        Vector128.Create(ulong.MaxValue, 0), first.AsUInt64(), Vector128.Shuffle(second.AsUInt64(), Vector128.Create(0UL, 0))).AsByte();
}
