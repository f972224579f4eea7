namespace AesModes.Modes;

/// <summary>The arguments of a call of <see cref="Aez"/>: a message, its nonce, AEZ's vector of strings, and the destination.</summary>
/// <remarks>
/// Methods pass on this one argument. Separate spans would go through the stack each time. Callers create it in a local variable, because the JIT copies one that is
/// created within the call.
/// </remarks>
internal readonly ref struct AezMessage
{
    private readonly ReadOnlySpan<byte> _single;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> _elements;

    /// <summary>A message without associated data.</summary>
    public AezMessage(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Nonce = nonce;
        Source = source;
        Destination = destination;
    }

    /// <summary>A message with one string of associated data, which may be empty.</summary>
    public AezMessage(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> single)
        : this(nonce, source, destination)
    {
        _single = single;
        Strings = 1;
    }

    /// <summary>A message with any number of associated-data strings.</summary>
    public AezMessage(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<ReadOnlyMemory<byte>> elements)
        : this(nonce, source, destination)
    {
        _elements = elements;
        Strings = elements.Length;
    }

    public ReadOnlySpan<byte> Nonce { get; }

    public ReadOnlySpan<byte> Source { get; }

    public Span<byte> Destination { get; }

    /// <summary>The number of associated-data strings.</summary>
    public int Strings { get; }

    /// <summary>Gets a string of associated data.</summary>
    public ReadOnlySpan<byte> this[int index] => _elements.IsEmpty ? _single : _elements[index].Span;
}
