namespace AesModes.Backends;

/// <summary>
/// A block as a call takes and returns it where something waits for it: on x64 outside Windows, and on ARM64, two numbers of this type go in vector
/// registers, and a Vector128 through memory, which costs several times as much. Only moved, never calculated with: any bits stay as they are.
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
