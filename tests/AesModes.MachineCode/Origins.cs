using System.Globalization;

namespace AesModes.MachineCode;

/// <summary>
/// Where a value in a register comes from: backwards along every way through the method, through moves, arithmetic and places in the frame,
/// to arguments, calls and loads.
/// </summary>
/// <remarks>
/// What it says of a value:
/// <list type="bullet">
/// <item><c>arg</c>: the method's arguments in registers; but unsigned integers, which can be data, count as if they were loaded.</item>
/// <item><c>frame</c>: a place in the frame that the method itself does not fill by name: an argument, a struct, an array of its own.</item>
/// <item><c>ref</c>: a reference (gword, bword) that was loaded. <c>static</c>: a constant's or static field's address.</item>
/// <item><c>dword</c>, <c>qword</c>: an integer that was loaded, such as a field, a length or data. <c>byte</c>: the same of 8 or 16 bits.</item>
/// <item><c>lane</c>: out of a vector or its mask, or of a vector that is an argument.</item>
/// <item><c>call:X</c>: what X returned.</item>
/// </list>
/// Lengths and counts come from the first few. Secret data mostly comes as <c>byte</c>, <c>lane</c>, <c>qword</c> or <c>call</c>.
/// </remarks>
internal sealed class Origins
{
    private const string Flags = "flags";

    private readonly Method _method;
    private readonly List<int>[] _predecessors;
    private readonly Signature _signature;
    private readonly int _frameSize;

    /// <summary>Loads whose address is being traced: in a loop through a list it comes from the load itself.</summary>
    private readonly HashSet<int> _asked = [];

    public Origins(Method method)
    {
        _method = method;
        _signature = new Signature(method.Name, method.IsArm64);
        var code = method.Instructions;
        _frameSize = FindFrameSize(code);
        _predecessors = [.. code.Select(_ => new List<int>())];
        for (int i = 0; i < code.Count; i++)
        {
            if (i + 1 < code.Count && !code[i].Ends)
            {
                _predecessors[i + 1].Add(i);
            }

            // Where a jump table leads is in data: anywhere.
            IEnumerable<int> targets = code[i] switch
            {
                { IsComputedJump: true } => method.Labels.Values,
                { Distance: { } distance } => [i + 1 + distance],
                { Label: { } label } => [method.Labels[label]],
                _ => [],
            };
            foreach (int target in targets.Where(t => t < code.Count))
            {
                _predecessors[target].Add(i);
            }
        }
    }

    /// <summary>What decides which way a conditional or computed jump goes.</summary>
    public SortedSet<string> OfJump(int index)
    {
        var jump = _method.Instructions[index];
        return OfNames(index, [jump.IsComputedJump ? new Operand(jump.Label!).Register! : jump.Condition ?? Flags]);
    }

    /// <summary>What a memory operand's address is made of.</summary>
    public SortedSet<string> OfAddress(int index, Operand operand) => OfNames(index, operand.Registers.Where(r => r is not ("rbp" or "rsp")));

    /// <summary>What is divided, and by what.</summary>
    public SortedSet<string> OfDivision(int index)
    {
        SortedSet<string> found = new(StringComparer.Ordinal);
        found.UnionWith(OfNames(index, [.. Sources(index, "rax", found)]));
        return found;
    }

    private SortedSet<string> OfNames(int index, IEnumerable<string> names)
    {
        SortedSet<string> found = new(StringComparer.Ordinal);
        HashSet<(int, string)> seen = [];
        Stack<(int Index, string Name)> open = new();
        foreach (string name in names)
        {
            Before(index, name);
        }

        while (open.TryPop(out var at))
        {
            var instruction = _method.Instructions[at.Index];
            if (!Defines(instruction, at.Name))
            {
                Before(at.Index, at.Name);
            }
            else
            {
                // Of a place only a part may be written here.
                if (at.Name[0] == '[' && instruction.Operands[0].Size < SizeOf(at.Name))
                {
                    Before(at.Index, at.Name);
                }

                foreach (string source in Sources(at.Index, at.Name, found))
                {
                    Before(at.Index, source);
                }
            }
        }

        return found;

        void Before(int position, string name)
        {
            if (position == 0)
            {
                found.Add(name[0] != '[' ? _signature.FindValue(name) ?? "arg" : SizeOf(name) < 4 ? "byte" : IsVectorArgument(name) ? "lane" : "frame");
            }
            else if (_predecessors[position].Count == 0)
            {
                // An exception handler is entered from nowhere in the text.
                found.Add("frame");
            }

            foreach (int before in _predecessors[position])
            {
                if (seen.Add((before, name)))
                {
                    open.Push((before, name));
                }
            }
        }
    }

    /// <summary>
    /// How the JIT reaches constants and static fields: in the instruction, or by a register where they are too far away, which differs from
    /// run to run.
    /// </summary>
    private bool IsAtConstant(int index, Operand operand)
    {
        if (operand.IsConstantAddress || operand.HasIndex || operand.IsInFrame || !_asked.Add(index))
        {
            return operand.IsConstantAddress;
        }

        bool constant = OfAddress(index, operand).Count == 0;
        _asked.Remove(index);
        return constant;
    }

    /// <summary>What the beginning of a method takes from the stack, for those that address it by its end.</summary>
    private static int FindFrameSize(IReadOnlyList<Instruction> code)
    {
        int size = 0;
        foreach (var instruction in code)
        {
            if (instruction.Mnemonic == "push")
            {
                size += 8;
            }
            else if (instruction.Text.StartsWith("sub rsp, ", StringComparison.Ordinal))
            {
                return size + Operand.ParseNumber(instruction.Operands[1].Text);
            }
            else
            {
                break;
            }
        }

        return size;
    }

    private bool IsVectorArgument(string slot)
    {
        string[] parts = slot[1..^1].Split(',');
        int offset = int.Parse(parts[1], CultureInfo.InvariantCulture) + (parts[0] == "rsp" ? 8 - _frameSize : 0);
        return _signature.IsVector(offset, SizeOf(slot));
    }

    private static string Slot(Operand operand) => $"[{operand.Registers[0]},{operand.Displacement},{operand.Size}]";

    private bool Defines(Instruction instruction, string name)
    {
        string mnemonic = instruction.Mnemonic;
        if (name == Flags)
        {
            return SetsFlags(mnemonic);
        }

        if (name[0] == '[')
        {
            return Writes(instruction) && instruction.Operands[0] is { IsSlot: true } slot && Overlap(slot, name);
        }

        if (instruction.IsCall)
        {
            return _method.IsArm64 ? IsLostInCall(name) : name is "rax" or "rcx" or "rdx" or "rsi" or "rdi" or "r8" or "r9" or "r10" or "r11";
        }

        return mnemonic switch
        {
            "mul" or "div" or "idiv" => name is "rax" or "rdx",
            "imul" when IsWide(instruction) => name is "rax" or "rdx",
            "cdq" or "cqo" => name == "rdx",
            "cdqe" or "cwde" => name == "rax",
            "rep" => name is "rdi" or "rsi" or "rcx",
            "xchg" or "xadd" or "mulx" => instruction.Operands.Take(2).Any(o => o.Register == name),
            "cmpxchg" => name == "rax",
            _ => Writes(instruction) && instruction.Operands[0].Register == name,
        };
    }

    /// <summary>x0 to x18.</summary>
    private static bool IsLostInCall(string name) => name[0] == 'r' && int.TryParse(name.AsSpan(1), out int number) && number <= 18;

    /// <summary>A product in two registers: rdx:rax.</summary>
    private static bool IsWide(Instruction instruction) => instruction.Operands[0].Text.Contains(':', StringComparison.Ordinal);

    private static bool Writes(Instruction instruction) =>
        instruction.Operands.Count > 0 && instruction.Mnemonic is not
            ("cmp" or "ccmp" or "test" or "bt" or "push" or "ptest" or "vptest" or "ucomisd" or "ucomiss" or "vucomisd" or "vucomiss" or "comiss" or "comisd"
            or "vcomiss" or "vcomisd" or "kortestb" or "kortestw" or "kortestd" or "kortestq" or "nop" or "prefetcht0");

    private static bool Overlap(Operand slot, string name)
    {
        string[] parts = name[1..^1].Split(',');
        int from = int.Parse(parts[1], CultureInfo.InvariantCulture);
        return slot.Registers[0] == parts[0] && slot.Displacement < from + SizeOf(name) && from < slot.Displacement + slot.Size;
    }

    private static int SizeOf(string name) => int.Parse(name[1..^1].Split(',')[2], CultureInfo.InvariantCulture);

    public static bool SetsFlags(string mnemonic) => mnemonic is
        "cmp" or "ccmp" or "test" or "bt" or "bts" or "btr" or "btc" or "add" or "sub" or "adc" or "sbb" or "and" or "or" or "xor" or "inc" or "dec" or "neg"
        or "shl" or "shr" or "sar" or "rol" or "ror" or "shld" or "shrd" or "imul" or "mul" or "popcnt" or "lzcnt" or "tzcnt" or "bsf" or "bsr"
        or "andn" or "bzhi" or "blsr" or "blsi" or "blsmsk" or "xadd" or "cmpxchg" or "ptest" or "vptest" or "ucomisd" or "ucomiss"
        or "vucomisd" or "vucomiss" or "comiss" or "comisd" or "vcomiss" or "vcomisd" or "kortestb" or "kortestw" or "kortestd" or "kortestq"
        or "ktestb" or "ktestw" or "ktestd" or "ktestq";

    /// <summary>The names that the definition is made of; what it takes from elsewhere goes to found.</summary>
    private IEnumerable<string> Sources(int index, string name, SortedSet<string> found)
    {
        var instruction = _method.Instructions[index];
        string mnemonic = instruction.Mnemonic;
        if (instruction.IsCall)
        {
            found.Add($"call:{Callee(instruction.Target!)}");
            yield break;
        }

        // x - x and x ^ x are nothing.
        var operands = instruction.Operands;
        if (mnemonic is "xor" or "sub" && operands[0].Register is { } zeroed && zeroed == operands[1].Register)
        {
            yield break;
        }

        if (mnemonic is "cmpxchg" or "rep")
        {
            found.Add("qword");
            yield break;
        }

        if (mnemonic is "mul" or "div" or "idiv" or "cdq" or "cqo" or "cdqe" or "cwde" || (mnemonic == "imul" && IsWide(instruction)))
        {
            yield return "rax";
            if (mnemonic is "div" or "idiv")
            {
                yield return "rdx";
            }
        }

        if (mnemonic == "mulx")
        {
            yield return "rdx";
        }

        if (mnemonic.StartsWith("cmov", StringComparison.Ordinal) || mnemonic.StartsWith("set", StringComparison.Ordinal) || mnemonic is "adc" or "sbb" or "ccmp")
        {
            yield return Flags;
        }

        if (mnemonic == "pop")
        {
            found.Add("frame");
            yield break;
        }

        bool keepsFirst = !(mnemonic is "mov" or "lea" or "movzx" or "movsx" or "movsxd" or "tzcnt" or "lzcnt" or "popcnt" or "bsf" or "bsr"
            || mnemonic.StartsWith("set", StringComparison.Ordinal)
            || (operands.Count >= 3 && mnemonic is not ("shld" or "shrd")));
        foreach (var operand in operands.Skip(keepsFirst || name == Flags ? 0 : 1))
        {
            if (operand.IsVector)
            {
                found.Add("lane");
            }
            else if (operand.Register is "rsp" or "rbp")
            {
                continue;
            }
            else if (operand.Register is { } register)
            {
                yield return register;
            }
            else if (operand.IsMemory && mnemonic == "lea")
            {
                // An address in the frame has nothing that varies but its index.
                foreach (string part in operand.Registers.Where(r => r is not ("rsp" or "rbp")))
                {
                    yield return part;
                }
            }
            else if (operand.IsSlot)
            {
                yield return Slot(operand);
            }
            else if (operand.IsMemory && IsAtConstant(index, operand))
            {
                found.Add("static");
            }
            else if (operand.IsMemory)
            {
                found.Add(operand.Kind switch
                {
                    "byte" or "word" => "byte",
                    "dword" => "dword",
                    "gword" or "bword" => "ref",
                    "qword" => "qword",
                    _ => "lane",
                });
            }
        }
    }

    private static string Callee(string target) => Method.WithoutParameters(Method.WithoutTypeArguments(Method.ToKey(target)));
}
