namespace AesModes.MachineCode;

/// <summary>Collects the facts that the review covers in one method: conditional jumps, varying addresses, divisions and calls.</summary>
internal sealed class Facts
{
    /// <summary>
    /// An address from only these origins and without an index points to an object, a span or a constant. On ARM64, "qword" counts too: its listing does not tell references
    /// from data.
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

    /// <summary>In the list's order: conditional jumps; accesses whose address has an index or depends on data; divisions, whose time depends on the operands.</summary>
    public static IReadOnlyList<string> Kinds { get; } = ["jumps", "index", "divide"];

    public Method Method { get; }

    /// <summary>The instructions, keyed by kind, a space and origins.</summary>
    public SortedDictionary<string, List<string>> Found { get; } = new(StringComparer.Ordinal);

    /// <summary>The called methods, by the JIT's names.</summary>
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
