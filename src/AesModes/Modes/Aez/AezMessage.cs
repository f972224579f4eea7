namespace AesModes.Modes;

/// <summary>The arguments of a call of <see cref="Aez"/>: a message, its nonce, AEZ's vector of strings, and the destination.</summary>
/// <remarks>
/// One argument for all of it, which methods pass on: spans of their own would go through the stack each time. Callers put it into a local
/// before they pass it on: one made within a call is copied by the JIT.
/// </remarks>
internal readonly ref struct AezMessage
{
    private readonly ReadOnlySpan<byte> _single;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> _elements;

    /// <summary>Without associated data: no string.</summary>
    public AezMessage(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Nonce = nonce;
        Source = source;
        Destination = destination;
    }

    /// <summary>With one string, which may be empty.</summary>
    public AezMessage(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> single)
        : this(nonce, source, destination)
    {
        _single = single;
        Strings = 1;
    }

    /// <summary>With any number of strings.</summary>
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

    /// <summary>A string of associated data.</summary>
    public ReadOnlySpan<byte> this[int index] => _elements.IsEmpty ? _single : _elements[index].Span;
}
