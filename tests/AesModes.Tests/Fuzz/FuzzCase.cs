using System.Globalization;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// A list of numbers from which a kind makes its decisions, one after the other. So cases of every kind are generated, shrunk, printed and repeated in the same way. After the
/// last number, each decision is the first choice: a shorter list of smaller numbers is a simpler case.
/// </summary>
/// <param name="numbers">The decisions.</param>
/// <param name="count">Receives the name of each call.</param>
/// <param name="omitsEmulated">Whether to use only the library's own backends, because emulated instructions are slow.</param>
internal sealed class FuzzCase(int[] numbers, Action<string> count, bool omitsEmulated = false)
{
    private static readonly string[] _backends = TestBackends.Runnable;
    private static readonly string[] _libraryBackends = [.. _backends.Where(TestBackends.IsLibrary)];
    private static readonly int[] _edges = [16, 32, 48, 64, 128, 256, 512, 768, 1024, 2048, 4096, 8192];

    private int _at;

    /// <summary>Selects a backend that this process can run.</summary>
    public (Backend Backend, string Name) Backend() => Get(omitsEmulated ? _libraryBackends : _backends);

    /// <summary>Selects a backend that the tool knows.</summary>
    public (Backend Backend, string Name) LibraryBackend() => Get(_libraryBackends);

    /// <summary>Counts a call, for the summary.</summary>
    public void Calls(string call, string backend) => count($"{call} on {backend}");

    /// <summary>Selects a number from 0 to count − 1.</summary>
    public int Next(int count) => _at < numbers.Length ? (int)((uint)numbers[_at++] % (uint)count) : 0;

    /// <summary>Selects a number from first to last, both included.</summary>
    public int Between(int first, int last) => first + Next(last - first + 1);

    /// <summary>Returns true once in the given number of times.</summary>
    public bool Seldom(int times) => Next(times) == times - 1;

    public T Of<T>(params ReadOnlySpan<T> items) => items[Next(items.Length)];

    /// <summary>Selects a size up to the given one: a small one, one near a block's or a kernel's boundary, or any.</summary>
    public int Size(int most) => Math.Clamp(
        Next(4) switch
        {
            0 => Next(50),
            1 => Of(_edges) + Between(-17, 17),
            2 => Next(300),
            _ => Next(most + 1),
        },
        0,
        most);

    /// <summary>Returns a generator for contents, which need more numbers than a case has.</summary>
    public Random Random() => new(Next(int.MaxValue));

    public byte[] Bytes(int size) => Reference.Bytes.Random(Random(), size);

    private (Backend Backend, string Name) Get(string[] names)
    {
        string name = Of(names);
        return (TestBackends.Get(name), name);
    }

    /// <summary>The form that tests/fuzz accepts. An empty list becomes "0", which makes the same decisions.</summary>
    public override string ToString() => numbers.Length == 0 ? "0" : string.Join(',', numbers.Select(n => n.ToString(CultureInfo.InvariantCulture)));
}
