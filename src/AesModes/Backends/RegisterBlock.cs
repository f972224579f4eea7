namespace AesModes.Backends;

/// <summary>
/// A block as an argument or result of a call on a critical path. On x64 outside Windows and on ARM64, two numbers of type double are passed in vector registers,
/// but a Vector128 through memory, which costs several times as much. The numbers are only moved, so any bits stay as they are.
/// </summary>
internal readonly struct RegisterBlock
{
    private readonly double _low;
    private readonly double _high;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RegisterBlock(Vector128<byte> block)
    {
        _low = block.AsDouble().GetElement(0);
        _high = block.AsDouble().GetElement(1);
    }

    public Vector128<byte> Block
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(_low, _high).AsByte();
    }
}
