namespace AesModes.Modes;

/// <summary>The expanded keys of one message (the record keys of RFC 8452, Appendix C) and its FACE table, in the caller's stack memory.</summary>
internal ref struct RecordKeys
{
    /// <summary>The number of vectors that the keys occupy at most, with alignment.</summary>
    public const int Size = MaxRoundKeys + IGcmSivKernels.MaxHashPowers + LineVectors - 1;

    /// <summary>The number of vectors in a cache line.</summary>
    private const int LineVectors = 4;

    private readonly Span<Vector128<byte>> _used;
    private readonly int _roundKeys;

    /// <summary>Empty for short messages.</summary>
    public FaceTable Table;

    public unsafe RecordKeys(Span<Vector128<byte>> memory, Span<Vector128<byte>> tableMemory, int roundKeys, int powers)
    {
        // The powers begin at a cache line, because wide multiplies load four at a time. The stack does not move.
        nuint vectors = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(memory)) / BlockSize;
        int skipped = -((int)vectors + roundKeys) & (LineVectors - 1);
        _used = memory.Slice(skipped, roundKeys + powers);
        _roundKeys = roundKeys;
        Table = new() { Memory = tableMemory };
    }

    public readonly Span<Vector128<byte>> RoundKeys => _used[.._roundKeys];

    /// <summary>The message-authentication key: the last of its powers.</summary>
    public readonly ref Vector128<byte> H => ref _used[^1];

    public readonly Span<Vector128<byte>> HashPowers => _used[_roundKeys..];

    public readonly void Clear()
    {
        Table.Clear();
        Secrets.Erase(_used);
    }
}
