namespace AesModes.Backends.Hardware;

/// <summary>AEZ's operations on one, four or eight blocks. Each block has its own whitening, and AEZ adds up all blocks.</summary>
internal partial struct Blocks<TAes, TWidth>
    where TAes : struct, IAesInstructions
    where TWidth : struct, IWidth
{
    public readonly Vector128<byte> Sum
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            Vector128<byte> sum = _b0;
            if (Unsafe.SizeOf<TWidth>() >= 2)
            {
                sum ^= _b1;
            }

            if (Unsafe.SizeOf<TWidth>() >= 4)
            {
                sum ^= _b2 ^ _b3;
            }

            if (Unsafe.SizeOf<TWidth>() >= 8)
            {
                sum = sum ^ (_b4 ^ _b5) ^ (_b6 ^ _b7);
            }

            return sum;
        }
    }

    /// <summary>The first round. Block n's whitening is the n-th vector at <paramref name="whitenings"/> plus <paramref name="common"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WhitenedRound(ref Vector128<byte> whitenings, Vector128<byte> common, Vector128<byte> k)
    {
        _b0 = WhitenedRound(_b0, Unsafe.Add(ref whitenings, 0) ^ common, k);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 = WhitenedRound(_b1, Unsafe.Add(ref whitenings, 1) ^ common, k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 = WhitenedRound(_b2, Unsafe.Add(ref whitenings, 2) ^ common, k);
            _b3 = WhitenedRound(_b3, Unsafe.Add(ref whitenings, 3) ^ common, k);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 = WhitenedRound(_b4, Unsafe.Add(ref whitenings, 4) ^ common, k);
            _b5 = WhitenedRound(_b5, Unsafe.Add(ref whitenings, 5) ^ common, k);
            _b6 = WhitenedRound(_b6, Unsafe.Add(ref whitenings, 6) ^ common, k);
            _b7 = WhitenedRound(_b7, Unsafe.Add(ref whitenings, 7) ^ common, k);
        }
    }

    /// <summary>A round between two given keys.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Round(Vector128<byte> previous, Vector128<byte> k)
    {
        if (Unsafe.SizeOf<TWidth>() == 1)
        {
            _b0 = TAes.Round(_b0, previous, k);
            return;
        }

        TAes.Round(ref _b0, ref _b1, ref _b2, ref _b3, previous, k);
        if (Unsafe.SizeOf<TWidth>() == 8)
        {
            TAes.Round(ref _b4, ref _b5, ref _b6, ref _b7, previous, k);
        }
    }

    /// <summary>Adds to each block one from memory. These begin <paramref name="stride"/> bytes after each other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(ref byte source, nuint offset, nuint stride)
    {
        _b0 ^= Vector128.LoadUnsafe(ref source, offset);
        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b1 ^= Vector128.LoadUnsafe(ref source, offset + (1 * stride));
            _b2 ^= Vector128.LoadUnsafe(ref source, offset + (2 * stride));
            _b3 ^= Vector128.LoadUnsafe(ref source, offset + (3 * stride));
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 ^= Vector128.LoadUnsafe(ref source, offset + (4 * stride));
            _b5 ^= Vector128.LoadUnsafe(ref source, offset + (5 * stride));
            _b6 ^= Vector128.LoadUnsafe(ref source, offset + (6 * stride));
            _b7 ^= Vector128.LoadUnsafe(ref source, offset + (7 * stride));
        }
    }

    /// <summary>The last round, with the same addend for all blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WholeRound(Vector128<byte> previous, Vector128<byte> addend)
    {
        _b0 = TAes.WholeRound(_b0, previous, addend);
        if (Unsafe.SizeOf<TWidth>() >= 2)
        {
            _b1 = TAes.WholeRound(_b1, previous, addend);
        }

        if (Unsafe.SizeOf<TWidth>() >= 4)
        {
            _b2 = TAes.WholeRound(_b2, previous, addend);
            _b3 = TAes.WholeRound(_b3, previous, addend);
        }

        if (Unsafe.SizeOf<TWidth>() >= 8)
        {
            _b4 = TAes.WholeRound(_b4, previous, addend);
            _b5 = TAes.WholeRound(_b5, previous, addend);
            _b6 = TAes.WholeRound(_b6, previous, addend);
            _b7 = TAes.WholeRound(_b7, previous, addend);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WhitenedRound(Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> k) =>
        TAes.Round(TAes.Whiten(block, whitening), whitening, k);
}
