namespace AesModes.Backends;

/// <summary>A call's copy of its round keys, on the stack. It is not a stackalloc, because short messages would wait for its guard check.</summary>
[InlineArray(MaxRoundKeys)]
internal struct RoundKeyMemory
{
    private Vector128<byte> _first;

    /// <summary>Reserves the memory without clearing it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Reserve(out RoundKeyMemory memory) => Unsafe.SkipInit(out memory);
}
