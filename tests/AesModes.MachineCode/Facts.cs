namespace AesModes.MachineCode;

/// <summary>What the review looks at in one method: each conditional jump, varying address, division and call.</summary>
internal sealed class Facts
{
    /// <summary>
    /// An address of these alone, without an index, is an object's, a span's or a constant's. ARM64's listing does not tell a reference from 64 bits of data.
    /// </summary>
    private static readonly HashSet<string> _pointers = ["arg", "frame", "ref", "static"];

    public Facts(Method method)
    {
        Method = method;
        Origins origins = new(method);
        for (int i = 0; i < method.Instructions.Count; i++)
        {
            var instruction = method.Instructions[i];
            if (instruction.IsConditionalJump || instruction.IsComputedJump)
            {
                var compared = method.Instructions.Take(i).LastOrDefault(before => Origins.SetsFlags(before.Mnemonic));
                Add("jumps", origins.OfJump(i), instruction.Condition is null ? $"{compared?.Text}; {instruction.Text}" : instruction.Text);
            }

            if (instruction.Mnemonic is "div" or "idiv" or "udiv" or "sdiv")
            {
                Add("divide", origins.OfDivision(i), instruction.Text);
            }

            foreach (var operand in instruction.Memory.Where(o => !o.IsConstantAddress))
            {
                var of = origins.OfAddress(i, operand);
                if (operand.HasIndex || !of.All(o => _pointers.Contains(o) || (o == "qword" && method.IsArm64) || o.StartsWith("call:", StringComparison.Ordinal)))
                {
                    Add("index", of, instruction.Text);
                }
            }

            if (instruction.Target is { } target)
            {
                Calls.Add(target);
            }
        }
    }

    /// <summary>In the list's order: conditional jumps; loads and stores at an address with an index or made of data; divisions, which take longer for some numbers than for others.</summary>
    public static IReadOnlyList<string> Kinds { get; } = ["jumps", "index", "divide"];

    public Method Method { get; }

    /// <summary>The instructions by their kind, a space, and what they depend on.</summary>
    public SortedDictionary<string, List<string>> Found { get; } = new(StringComparer.Ordinal);

    /// <summary>By the JIT's names.</summary>
    public HashSet<string> Calls { get; } = [];

    public int Count(string kind) => Found.Where(f => f.Key.StartsWith(kind, StringComparison.Ordinal)).Sum(f => f.Value.Count);

    private void Add(string kind, SortedSet<string> origins, string text)
    {
        string key = $"{kind} {(origins.Count == 0 ? "constant" : string.Join('&', origins))}";
        if (!Found.TryGetValue(key, out List<string>? list))
        {
            Found[key] = list = [];
        }

        list.Add(text);
    }
}
