namespace AesModes.MemoryScan;

/// <summary>The findings: one line for each call and secret, with the message sizes.</summary>
internal sealed class Report
{
    private readonly SortedDictionary<string, SortedSet<int>> _found = new(StringComparer.Ordinal);

    /// <summary>The most bytes, in total and in a row, that differed after two calls with different secrets.</summary>
    private readonly SortedDictionary<string, (int InAll, int InARow)> _differences = new(StringComparer.Ordinal);

    public int Calls { get; set; }

    public long BytesOfProcess { get; set; }

    public void Found(string where, Secret secret, int size) => Add($"found\t{where}\t{secret.Name}", size);

    /// <param name="where">The backend and the call.</param>
    /// <param name="value">A value of the message, not a key, that is left on the stack. Null for none.</param>
    /// <param name="size">The message's size.</param>
    public void Value(string where, string? value, int size)
    {
        if (value is not null)
        {
            Add($"value\t{where}\t{value}", size);
        }
    }

    private void Add(string line, int size)
    {
        if (!_found.TryGetValue(line, out SortedSet<int>? sizes))
        {
            _found.Add(line, sizes = []);
        }

        _ = sizes.Add(size);
    }

    public void Differs(string backend, int inAll, int inARow)
    {
        (int all, int row) = _differences.GetValueOrDefault(backend);
        _differences[backend] = (Math.Max(all, inAll), Math.Max(row, inARow));
    }

    /// <summary>Prints lines that begin with "found", "value" or "differs", and then the amount scanned.</summary>
    public void Print()
    {
        foreach ((string line, SortedSet<int> sizes) in _found)
        {
            Console.WriteLine($"{line}\t{string.Join(' ', sizes)}");
        }

        foreach ((string backend, (int inAll, int inARow)) in _differences)
        {
            Console.WriteLine($"differs\t{backend}\t{inAll}\t{inARow}");
        }

        Console.WriteLine($"looked\t{Calls}\t{BytesOfProcess}");
    }
}
