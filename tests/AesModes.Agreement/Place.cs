namespace AesModes.Agreement;

/// <summary>Memory for one output, at any address within a vector, between bytes that the library must not touch.</summary>
internal sealed class Place
{
    private const int Guard = 64;
    private const int Shifts = 32;
    private const byte Untouched = 0xA5;

    private readonly byte[] _memory = new byte[Guard + Shifts + Lengths.Longest + 64 + Guard];
    private int _start;
    private int _length;

    public Span<byte> Take(int length, int shift)
    {
        _start = Guard + (shift % Shifts);
        _length = length;
        _memory.AsSpan(_start - Guard, length + (2 * Guard)).Fill(Untouched);
        return _memory.AsSpan(_start, length);
    }

    /// <summary>Memory that begins with this text, for a call that works in place.</summary>
    public Span<byte> Take(ReadOnlySpan<byte> text, int length, int shift)
    {
        Span<byte> place = Take(length, shift);
        text.CopyTo(place);
        return place;
    }

    /// <summary>Whether nothing was written before or after the output.</summary>
    public bool IsKept =>
        !_memory.AsSpan(_start - Guard, Guard).ContainsAnyExcept(Untouched) && !_memory.AsSpan(_start + _length, Guard).ContainsAnyExcept(Untouched);
}
