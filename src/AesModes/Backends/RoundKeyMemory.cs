namespace AesModes.Backends;

/// <summary>A call's copy of its round keys, on the stack. Not a stackalloc, whose guard a short message would wait for.</summary>
[InlineArray(MaxRoundKeys)]
internal struct RoundKeyMemory
{
    private Vector128<byte> _first;

    /// <summary>As it is, without zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out RoundKeyMemory memory) => Unsafe.SkipInit(out memory);
}
