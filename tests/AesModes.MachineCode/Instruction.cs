using System.Globalization;
using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>One line of a listing: x64 in the JIT's notation (Intel's), destination first.</summary>
internal sealed partial class Instruction
{
    /// <param name="text">The x64 instruction.</param>
    /// <param name="shown">The text for reports if it differs: the ARM64 instruction.</param>
    public Instruction(string text, string? shown = null)
    {
        string line = Spaces().Replace(text.Trim(), " ");
        Text = shown ?? line;
        string[] parts = line.Split(' ', 2);
        Mnemonic = parts[0];
        IsTailCall = Mnemonic == "tail.jmp" || (Mnemonic == "jmp" && line.AsSpan().ContainsAny('[', ':'));
        if ((Mnemonic == "call" && !parts[1].StartsWith("G_", StringComparison.Ordinal)) || IsTailCall)
        {
            // The name may follow an indirection through a method table, or be missing.
            Target = Indirection().Replace(parts[1].Split(" ; ")[^1], "").Trim();
            Target = Target.Length == 0 ? Unnamed : Target.StartsWith('[') ? Target[1..^1] : Target;
        }
        else if (Mnemonic.StartsWith('j') || Mnemonic == "call")
        {
            Label = parts[1].Replace("SHORT ", "", StringComparison.Ordinal);
            if (Label.EndsWith(" instr", StringComparison.Ordinal))
            {
                Distance = int.Parse(Label.Split(' ')[0], CultureInfo.InvariantCulture);
            }
        }
        else if (parts.Length > 1 && Mnemonic != "align")
        {
            Operands = [.. Split(parts[1], "[({", "])}").Select(o => new Operand(o))];
        }
    }

    /// <summary>The target of a call through a register: native code or a delegate.</summary>
    public const string Unnamed = "REGISTER";

    public string Text { get; }

    public string Mnemonic { get; }

    public IReadOnlyList<Operand> Operands { get; } = [];

    /// <summary>The target of a call, or of a jump that leaves the method.</summary>
    public string? Target { get; }

    /// <summary>The target of a jump inside the method, or of a call to the method's own finally block. For a jump through a register, that register.</summary>
    public string? Label { get; }

    /// <summary>The distance of a jump without a label, in instructions after the next one.</summary>
    public int? Distance { get; }

    public bool IsCall => Mnemonic == "call" && Target is not null;

    public bool IsTailCall { get; }

    /// <summary>The register that a conditional jump tests, if it does not test the flags.</summary>
    public string? Condition { get; init; }

    public bool IsConditionalJump => Mnemonic.StartsWith('j') && Mnemonic != "jmp";

    /// <summary>Whether this is a jump through a jump table, whose target depends on a register.</summary>
    public bool IsComputedJump => Mnemonic == "jmp" && Target is null && Distance is null && !Label!.StartsWith("G_", StringComparison.Ordinal);

    public bool Ends => Mnemonic is "ret" or "jmp" or "tail.jmp" or "int3";

    /// <summary>The memory operands that are read or written. Excludes operands of which only the address is computed.</summary>
    public IEnumerable<Operand> Memory => Mnemonic is "lea" or "nop" ? [] : Operands.Where(o => o.IsMemory);

    /// <summary>Splits at commas outside brackets.</summary>
    public static List<string> Split(string text, string open, string close)
    {
        List<string> parts = [];
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.Length; i++)
        {
            if (i == text.Length || (text[i] == ',' && depth == 0))
            {
                parts.Add(text[start..i].Trim());
                start = i + 1;
            }
            else
            {
                depth += open.Contains(text[i], StringComparison.Ordinal) ? 1 : close.Contains(text[i], StringComparison.Ordinal) ? -1 : 0;
            }
        }

        return parts;
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    /// <summary>Matches the indirection in [rax+0x20]Class:Method(), a call through a method table.</summary>
    [GeneratedRegex(@"^\[r[0-9a-z]+(?:[+-]0x[0-9A-F]+)?\]")]
    private static partial Regex Indirection();
}

/// <summary>A register, an immediate or a memory operand.</summary>
internal sealed partial class Operand
{
    public Operand(string text)
    {
        Text = text;
        int bracket = text.IndexOf('[', StringComparison.Ordinal);
        IsMemory = bracket >= 0 && !text.StartsWith("G_", StringComparison.Ordinal);
        if (!IsMemory)
        {
            Register = ToRegister(text);
            return;
        }

        string address = text[(bracket + 1)..text.IndexOf(']', StringComparison.Ordinal)];
        IsConstantAddress = address.Contains("reloc", StringComparison.Ordinal);
        Kind = text[..bracket].Split(' ', 2)[0];
        if (IsConstantAddress)
        {
            return;
        }

        foreach (Match part in Part().Matches(address))
        {
            string name = part.Groups["name"].Value;
            if (ToRegister(name) is { } register)
            {
                // If the only register has a factor, it is the index.
                Registers.Add(register);
            }
            else
            {
                Displacement += part.Groups["sign"].Value == "-" ? -ParseNumber(name) : ParseNumber(name);
            }

            HasFactor |= part.Groups["factor"].Success;
        }
    }

    public string Text { get; }

    public bool IsMemory { get; }

    /// <summary>Whether the address is one of the program's constants: [reloc @RWD00], [(reloc)].</summary>
    public bool IsConstantAddress { get; }

    /// <summary>The full register: rax for al, ax and eax; xmm0 for ymm0 and zmm0. Null for an immediate or a memory operand.</summary>
    public string? Register { get; }

    public bool IsVector => Register is { } name && (name[0] == 'x' || name[0] == 'k' || name.StartsWith("mm", StringComparison.Ordinal));

    public List<string> Registers { get; } = [];

    public bool HasFactor { get; }

    public bool HasIndex => Registers.Count > 1 || HasFactor;

    public int Displacement { get; }

    /// <summary>byte, word, dword, qword, gword or bword (references), xmmword …</summary>
    public string Kind { get; } = "";

    public int Size => Kind switch { "byte" => 1, "word" => 2, "dword" => 4, "xmmword" => 16, "ymmword" => 32, "zmmword" => 64, _ => 8 };

    /// <summary>Whether the operand is a fixed slot in the method's stack frame.</summary>
    public bool IsSlot => IsMemory && !HasIndex && Registers is ["rbp" or "rsp"];

    public bool IsInFrame => IsMemory && Registers.Any(r => r is "rbp" or "rsp");

    public static int ParseNumber(string text) => text.StartsWith("0x", StringComparison.Ordinal)
        ? int.Parse(text.AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture)
        : int.Parse(text, CultureInfo.InvariantCulture);

    private static string? ToRegister(string text)
    {
        // A mask may follow in braces: zmm1 {k1}{z}.
        string name = text.Split(' ', '{')[0];
        if (Vector().Match(name) is { Success: true } vector)
        {
            return $"xmm{vector.Groups[1].Value}";
        }

        return Numbered().Match(name) is { Success: true } numbered ? numbered.Groups[1].Value
            : Mask().IsMatch(name) ? name
            : name switch
            {
                "rax" or "eax" or "ax" or "al" or "ah" => "rax",
                "rbx" or "ebx" or "bx" or "bl" or "bh" => "rbx",
                "rcx" or "ecx" or "cx" or "cl" or "ch" => "rcx",
                "rdx" or "edx" or "dx" or "dl" or "dh" => "rdx",
                "rsi" or "esi" or "si" or "sil" => "rsi",
                "rdi" or "edi" or "di" or "dil" => "rdi",
                "rbp" or "ebp" or "bp" or "bpl" => "rbp",
                "rsp" or "esp" or "sp" or "spl" => "rsp",
                _ => null,
            };
    }

    [GeneratedRegex("^[xyz]mm([0-9]+)$")]
    private static partial Regex Vector();

    [GeneratedRegex("^(r[0-9]+)[dwb]?$")]
    private static partial Regex Numbered();

    [GeneratedRegex("^k[0-7]$")]
    private static partial Regex Mask();

    [GeneratedRegex(@"(?<sign>[+-]?)(?:(?<factor>[248])\*)?(?<name>0x[0-9A-Fa-f]+|[a-z][a-z0-9]*|[0-9]+)")]
    private static partial Regex Part();
}
