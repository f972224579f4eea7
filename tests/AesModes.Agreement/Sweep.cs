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

/// <summary>Runs sweeps and prints a line for each.</summary>
internal sealed class Report(bool brief, bool each)
{
    private Digest _digest = new();
    private int _outputs;
    private int _failures;

    public void Run(string name, Action<Sweep> run)
    {
        Sweep sweep = new(name, brief, each);
        try
        {
            run(sweep);
        }
        catch (Exception e) when (e is System.Security.Cryptography.CryptographicException or IOException)
        {
            sweep.Require(false, $"{e.GetType().Name}: {e.Message}", 0);
        }

        Console.WriteLine($"{name}: {sweep.Outputs} outputs {sweep.Digest:x16}");
        _digest.Add(sweep.Digest);
        _outputs += sweep.Outputs;
        _failures += sweep.Failures;
    }

    public bool Finish()
    {
        Console.WriteLine($"all: {_outputs} outputs {_digest.Value:x16}");
        if (_failures > 0)
        {
            Console.Error.WriteLine($"FAILED: {_failures} checks");
        }

        return _failures == 0;
    }
}
