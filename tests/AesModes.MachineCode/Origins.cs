using System.Globalization;

namespace AesModes.MachineCode;

/// <summary>Traces a value in a register back to arguments, calls and loads: along every path through the method, through moves, arithmetic and stack slots.</summary>
/// <remarks>
/// The origins of a value:
/// <list type="bullet">
/// <item><c>arg</c>: an argument in a register. Unsigned integers can be data, so they count as loaded.</item>
/// <item><c>frame</c>: a place in the stack frame that the method does not write by name: an argument, a struct or a local array.</item>
/// <item><c>ref</c>: a loaded reference (gword, bword). <c>static</c>: the address of a constant or static field.</item>
/// <item><c>dword</c>, <c>qword</c>: a loaded integer, such as a field, a length or data. <c>byte</c>: a loaded integer of 8 or 16 bits.</item>
/// <item><c>lane</c>: a part of a vector or mask, or of a vector argument.</item>
/// <item><c>call:X</c>: a value that X returned.</item>
/// </list>
/// Lengths and counts have the first few origins. Secret data mostly has <c>byte</c>, <c>lane</c>, <c>qword</c> or <c>call</c>.
/// </remarks>
internal sealed class Origins
{
    private const string Flags = "flags";

    private readonly Method _method;
    private readonly List<int>[] _predecessors;
    private readonly Signature _signature;
    private readonly int _frameSize;

    /// <summary>Loads whose address is being traced. In a loop over a linked list, the address comes from the load itself.</summary>
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

            // A jump table's targets are in data, so assume any label.
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

    /// <summary>The origins of the values that decide a conditional or computed jump.</summary>
    public SortedSet<string> OfJump(int index)
    {
        var jump = _method.Instructions[index];
        return OfNames(index, [jump.IsComputedJump ? new Operand(jump.Label!).Register! : jump.Condition ?? Flags]);
    }

    /// <summary>The origins of a memory operand's address.</summary>
    public SortedSet<string> OfAddress(int index, Operand operand) => OfNames(index, operand.Registers.Where(r => r is not ("rbp" or "rsp")));

    /// <summary>The origins of the dividend and the divisor.</summary>
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
                // This instruction may write only part of the slot.
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
                // No listed instruction leads to an exception handler.
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

    /// <summary>Whether the operand is a constant or a static field. The JIT addresses it in the instruction or, if it is too far away, through a register; this differs between runs.</summary>
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

    /// <summary>The stack space that the prologue allocates, for methods that address the frame relative to rsp.</summary>
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

    /// <summary>A call may change x0 to x18.</summary>
    private static bool IsLostInCall(string name) => name[0] == 'r' && int.TryParse(name.AsSpan(1), out int number) && number <= 18;

    /// <summary>Whether the product has two registers: rdx:rax.</summary>
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

    /// <summary>Returns the names that a definition depends on, and adds origins outside the method to <paramref name="found"/>.</summary>
    private IEnumerable<string> Sources(int index, string name, SortedSet<string> found)
    {
        var instruction = _method.Instructions[index];
        string mnemonic = instruction.Mnemonic;
        if (instruction.IsCall)
        {
            found.Add($"call:{Callee(instruction.Target!)}");
            yield break;
        }

        // x - x and x ^ x are zero and depend on nothing.
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
                // A frame address varies only with its index.
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
