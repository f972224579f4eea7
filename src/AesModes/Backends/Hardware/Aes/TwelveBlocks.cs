namespace AesModes.Backends.Hardware;

/// <summary>
/// Twelve blocks that go through AES together, from their states after round 2. They leave registers for a key and little else, but AES-256 is faster than with
/// eight blocks: twelve rounds of eight blocks keep the next eight out of the processor's window for too long.
/// </summary>
internal struct TwelveBlocks<TAes>
    where TAes : struct, IAesInstructions
{
    private Blocks<TAes, Eight> _front;
    private Blocks<TAes, Four> _back;

    public const int Size = FrontSize + (4 * Blocks<TAes, Four>.Size);

    private const int FrontSize = 8 * Blocks<TAes, Eight>.Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TwelveBlocks<TAes> Take<TStates>(ref TStates states)
        where TStates : struct, IStates<TAes>, allows ref struct
    {
        TwelveBlocks<TAes> blocks;
        blocks._front = states.Take<Eight>();
        blocks._back = states.Take<Four>();
        return blocks;
    }

    /// <summary>Round n, between round keys n − 1 and n.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Round(ref Vector128<byte> roundKeys, int n)
    {
        _front.Round(ref roundKeys, n);
        _back.Round(ref roundKeys, n);
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

    /// <inheritdoc cref="Blocks{TAes, TWidth}.LastRoundXor"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LastRoundXor(ref Vector128<byte> roundKeys, int rounds, ref byte source, ref byte destination, nuint offset)
    {
        _front.LastRoundXor(ref roundKeys, rounds, ref source, ref destination, offset);
        _back.LastRoundXor(ref roundKeys, rounds, ref source, ref destination, offset + FrontSize);
    }
}
