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
                Add(Jumps, origins.OfJump(i), instruction.Condition is null ? $"{compared?.Text}; {instruction.Text}" : instruction.Text);
            }

            if (instruction.Mnemonic is "div" or "idiv" or "udiv" or "sdiv")
            {
                Add(Divisions, origins.OfDivision(i), instruction.Text);
            }

            foreach (var operand in instruction.Memory.Where(o => !o.IsConstantAddress))
            {
                var of = origins.OfAddress(i, operand);
                if (operand.HasIndex || !of.All(o => _pointers.Contains(o) || (o == "qword" && method.IsArm64) || o.StartsWith("call:", StringComparison.Ordinal)))
                {
                    Add(Addresses, of, instruction.Text);
                }
            }

            if (instruction.Target is { } target)
            {
                Calls[target] = Calls.GetValueOrDefault(target) + 1;
            }
        }
    }

    public Method Method { get; }

    /// <summary>The instructions by what they depend on.</summary>
    public SortedDictionary<string, List<string>> Jumps { get; } = new(StringComparer.Ordinal);

    /// <summary>The same of loads and stores with an index register, and of those at an address that was computed from data.</summary>
    public SortedDictionary<string, List<string>> Addresses { get; } = new(StringComparer.Ordinal);

    /// <summary>The same of divisions, the one instruction here that takes longer for some numbers than for others.</summary>
    public SortedDictionary<string, List<string>> Divisions { get; } = new(StringComparer.Ordinal);

    /// <summary>How often, by the JIT's name.</summary>
    public Dictionary<string, int> Calls { get; } = [];

    private static void Add(SortedDictionary<string, List<string>> all, SortedSet<string> origins, string text)
    {
        string key = origins.Count == 0 ? "constant" : string.Join('&', origins);
        if (!all.TryGetValue(key, out List<string>? list))
        {
            all[key] = list = [];
        }

        list.Add(text);
    }
}
