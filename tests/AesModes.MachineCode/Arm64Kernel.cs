using System.Globalization;

namespace AesModes.MachineCode;

/// <summary>Measures in one method whether AESE and AESMC can be fused, and whether bulk loops keep their vectors in registers. ARM64 cores need both to be fast.</summary>
internal sealed class Arm64Kernel
{
    /// <summary>The fewest AESE or PMULL instructions in a bulk loop: two rounds of eight blocks.</summary>
    private const int BulkInstructions = 16;

    public Arm64Kernel(Method method)
    {
        Method = method;
        AesRounds = method.Lines.Count(l => Name(l) == "aesmc");
        Unfused = CountUnfused(method.Lines);
        BulkLoops = [.. FindLoops(method).Select(l => new Arm64Loop([.. l.Select(i => method.Lines[i])])).Where(l => l.Aese >= BulkInstructions || l.Products >= BulkInstructions)];
    }

    public Method Method { get; }

    /// <summary>The number of AESE instructions, except those of last rounds.</summary>
    public int AesRounds { get; }

    /// <summary>The number of AES rounds whose AESE is not directly followed by an AESMC on the same register.</summary>
    public int Unfused { get; }

    public IReadOnlyList<Arm64Loop> BulkLoops { get; }

    public int RoundsInLoops => BulkLoops.Sum(l => l.AesRounds);

    public int UnfusedInLoops => BulkLoops.Sum(l => l.Unfused);

    public int Spills => BulkLoops.Sum(l => l.Spills);

    public bool IsOfInterest => AesRounds > 0 || BulkLoops.Count > 0;

    public static string Name(string line) => line.Split(' ', 2)[0];

    public static string[] Operands(string line) => line.Contains(' ', StringComparison.Ordinal) ? line.Split(' ', 2)[1].Split(", ") : [];

    public static int CountUnfused(IReadOnlyList<string> lines)
    {
        return Enumerable.Range(0, lines.Count).Count(i => Name(lines[i]) == "aesmc" && !IsFused(i));

        bool IsFused(int i) =>
            Operands(lines[i]) is [var register, var mixed] && register == mixed && i > 0 && Name(lines[i - 1]) == "aese" && Operands(lines[i - 1])[0] == register;
    }

    /// <summary>Finds the innermost loops. A loop is all that a backward jump reaches and that leads back to that jump, because the JIT may enter a loop at its end.</summary>
    public static IReadOnlyList<SortedSet<int>> FindLoops(Method method)
    {
        var lines = method.Lines;
        var before = Predecessors(method);
        List<int>[] after = [.. lines.Select(_ => new List<int>())];
        for (int i = 0; i < lines.Count; i++)
        {
            foreach (int previous in before[i])
            {
                after[previous].Add(i);
            }
        }

        List<SortedSet<int>> loops = [];
        for (int i = 0; i < lines.Count; i++)
        {
            if (Target(method, i) is { } head && head <= i)
            {
                var body = Reach(head, after);
                body.IntersectWith(Reach(i, before));
                if (body.Contains(i) && !loops.Any(l => l.SetEquals(body)))
                {
                    loops.Add(body);
                }
            }
        }

        return [.. loops.Where(l => !loops.Any(inner => inner.Count < l.Count && inner.IsSubsetOf(l) && CountHeavy(inner) * 2 > CountHeavy(l)))];

        int CountHeavy(SortedSet<int> body) => body.Count(i => Name(lines[i]) is "aese" or "pmull" or "pmull2");
    }

    private static SortedSet<int> Reach(int from, List<int>[] edges)
    {
        SortedSet<int> reached = [];
        Stack<int> open = new([from]);
        while (open.TryPop(out int at))
        {
            if (reached.Add(at))
            {
                foreach (int next in edges[at])
                {
                    open.Push(next);
                }
            }
        }

        return reached;
    }

    /// <summary>Finds the shortest path once around the loop with the given number of AES rounds, or the shortest of all. Returns null if there is none.</summary>
    public static List<string>? FindTurn(Method method, SortedSet<int> loop, int? rounds)
    {
        var lines = method.Lines;
        var before = Predecessors(method);

        // Every iteration executes the last instruction of the kind that the loop is for.
        int start = loop.Last(i => Name(lines[i]) is "aese" or "pmull" or "pmull2");
        Dictionary<(int At, int Rounds), (int At, int Rounds)> next = [];
        PriorityQueue<(int At, int Rounds), int> open = new();
        open.Enqueue((start, 0), 0);
        while (open.TryDequeue(out var state, out int length))
        {
            foreach (int previous in before[state.At].Where(loop.Contains))
            {
                (int At, int Rounds) reached = (previous, state.Rounds + (Name(lines[previous]) == "aesmc" ? 1 : 0));
                if (!next.TryAdd(reached, state))
                {
                    continue;
                }

                if (previous == start && (rounds is null || rounds == reached.Rounds))
                {
                    List<string> turn = [];
                    var at = reached;
                    do
                    {
                        turn.Add(lines[at.At]);
                        at = next[at];
                    }
                    while (at.At != start);
                    return turn;
                }

                if (previous != start)
                {
                    open.Enqueue(reached, length + 1);
                }
            }
        }

        return null;
    }

    private static List<int>[] Predecessors(Method method)
    {
        List<int>[] before = [.. method.Lines.Select(_ => new List<int>())];
        for (int i = 0; i < before.Length; i++)
        {
            if (i + 1 < before.Length && Name(method.Lines[i]) is not ("b" or "br" or "ret" or "brk"))
            {
                before[i + 1].Add(i);
            }

            if (Target(method, i) is { } target && target < before.Length)
            {
                before[target].Add(i);
            }
        }

        return before;
    }

    private static int? Target(Method method, int index)
    {
        string line = method.Lines[index];
        return Name(line)[0] is 'b' or 'c' or 't' && Name(line) is not "bl" && Operands(line) is [.., var last] && method.LineLabels.TryGetValue(last, out int at) ? at : null;
    }

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{AesRounds,4} {Unfused,3} {RoundsInLoops,4} {UnfusedInLoops,3} {Spills,3} {Method.ShortName}");
}

/// <summary>The instructions of one bulk loop, counted by kind.</summary>
internal sealed class Arm64Loop(List<string> lines)
{
    public IReadOnlyList<string> Lines => lines;

    public int Aese { get; } = Count(lines, "aese");

    public int AesRounds { get; } = Count(lines, "aesmc");

    public int Products { get; } = Count(lines, "pmull", "pmull2");

    public int Unfused { get; } = Arm64Kernel.CountUnfused(lines);

    /// <summary>The number of vector loads from and stores to the stack frame.</summary>
    public int Spills { get; } = lines.Count(l => (IsVectorLoad(l) || IsVectorStore(l)) && (l.Contains("[sp", StringComparison.Ordinal) || l.Contains("[fp", StringComparison.Ordinal)));

    public static bool IsVectorLoad(string line) => line.StartsWith("ld", StringComparison.Ordinal) && IsVector(line);

    public static bool IsVectorStore(string line) => line.StartsWith("st", StringComparison.Ordinal) && IsVector(line);

    private static bool IsVector(string line) => Arm64Kernel.Operands(line)[0][0] is 'q' or 'd' or 'v';

    private static int Count(List<string> lines, params string[] names) => lines.Count(l => names.Contains(Arm64Kernel.Name(l)));
}
