namespace AesModes.Modes;

/// <summary>AEZ's vector of strings, however a caller gave it.</summary>
/// <remarks>Callers put it into a local before they pass it on: one made within a call is copied by the JIT.</remarks>
internal readonly ref struct AssociatedData
{
    private readonly ReadOnlySpan<byte> _single;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> _elements;
    private readonly bool _isSingle;

    /// <summary>One string, which may be empty.</summary>
    public AssociatedData(ReadOnlySpan<byte> single)
    {
        _single = single;
        _isSingle = true;
    }

    /// <summary>Any number of strings.</summary>
    public AssociatedData(ReadOnlySpan<ReadOnlyMemory<byte>> elements) => _elements = elements;

    public int Count => _isSingle ? 1 : _elements.Length;

    public ReadOnlySpan<byte> this[int index] => _isSingle ? _single : _elements[index].Span;
}
