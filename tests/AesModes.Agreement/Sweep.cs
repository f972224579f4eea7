namespace AesModes.Agreement;

/// <summary>One line of the output: a digest of all outputs of one mode and key size in one kind of sweep.</summary>
internal sealed class Sweep(string name, bool brief, bool each)
{
    private const int Thinning = 11;
    private const int MostShown = 5;

    private Digest _digest = new();

    public string Name => name;

    public bool IsBrief => brief;

    public int Outputs { get; private set; }

    public int Failures { get; private set; }

    public ulong Digest => _digest.Value;

    public Inputs Inputs { get; } = new();

    public Place First { get; } = new();

    public Place Second { get; } = new();

    /// <summary>All of them, or when brief about every eleventh: prime to the size of a block, so that all residues are among them.</summary>
    public IEnumerable<T> Thin<T>(IEnumerable<T> cases) => brief ? cases.Where((_, i) => i % Thinning == Thinning / 2) : cases;

    public void Add(ReadOnlySpan<byte> output)
    {
        _digest.Add(output);
        Outputs++;
        if (each)
        {
            Console.WriteLine($"{name}: output {Outputs}, {output.Length} bytes, {Digest:x16}");
        }
    }

    public void Require(bool holds, string what, int length)
    {
        if (!holds)
        {
            Failures++;
            if (Failures <= MostShown)
            {
                Console.Error.WriteLine($"FAILED: {name}, length {length}: {what}");
            }
        }
    }

    /// <summary>The output equals what it must be, and nothing was written beside it.</summary>
    public void Require(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected, Place place, string what)
    {
        Require(actual.SequenceEqual(expected), what, expected.Length);
        Require(place.IsKept, $"{what} wrote outside its buffer", expected.Length);
    }

    /// <summary>A forgery was refused, and the buffer for its plaintext is cleared.</summary>
    public void RequireRefused(bool accepted, ReadOnlySpan<byte> plaintext, Place place)
    {
        Require(!accepted, "a forgery was accepted", plaintext.Length);
        Require(!plaintext.ContainsAnyExcept((byte)0), "the plaintext of a forgery was not cleared", plaintext.Length);
        Require(place.IsKept, "a refusal wrote outside its buffer", plaintext.Length);
    }
}
