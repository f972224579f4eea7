using System.Globalization;
using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>One line of a listing: x64 in the JIT's (Intel's) notation, the destination first.</summary>
internal sealed partial class Instruction
{
    /// <param name="text">x64's.</param>
    /// <param name="shown">What a person is to read, where that is another one: ARM64's.</param>
    public Instruction(string text, string? shown = null)
    {
        string line = Spaces().Replace(text.Trim(), " ");
        Text = shown ?? line;
        string[] parts = line.Split(' ', 2);
        Mnemonic = parts[0];
        IsTailCall = Mnemonic == "tail.jmp" || (Mnemonic == "jmp" && line.AsSpan().ContainsAny('[', ':'));
        if ((Mnemonic == "call" && !parts[1].StartsWith("G_", StringComparison.Ordinal)) || IsTailCall)
        {
            // A table of methods stands in front of the name, or alone.
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

    /// <summary>A call through a register: native code, and delegates.</summary>
    public const string Unnamed = "REGISTER";

    public string Text { get; }

    public string Mnemonic { get; }

    public IReadOnlyList<Operand> Operands { get; } = [];

    /// <summary>What a call or a jump out of the method goes to.</summary>
    public string? Target { get; }

    /// <summary>Where a jump inside the method, or a call of its own finally, goes to; of a jump through a register that register.</summary>
    public string? Label { get; }

    /// <summary>Of a jump without a label: how many instructions on, counted from the next.</summary>
    public int? Distance { get; }

    public bool IsCall => Mnemonic == "call" && Target is not null;

    public bool IsTailCall { get; }

    /// <summary>The register that a conditional jump depends on, where that is not the flags.</summary>
    public string? Condition { get; init; }

    public bool IsConditionalJump => Mnemonic.StartsWith('j') && Mnemonic != "jmp";

    /// <summary>A jump table: which way it goes depends on the register.</summary>
    public bool IsComputedJump => Mnemonic == "jmp" && Target is null && Distance is null && !Label!.StartsWith("G_", StringComparison.Ordinal);

    public bool Ends => Mnemonic is "ret" or "jmp" or "tail.jmp" or "int3";

    /// <summary>The operands that are memory and are read or written: all but those of which only the address is taken.</summary>
    public IEnumerable<Operand> Memory => Mnemonic is "lea" or "nop" ? [] : Operands.Where(o => o.IsMemory);

    /// <summary>At the commas that are in no brackets.</summary>
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

    /// <summary>[rax+0x20]Class:Method(): through a table of methods; the name follows.</summary>
    [GeneratedRegex(@"^\[r[0-9a-z]+(?:[+-]0x[0-9A-F]+)?\]")]
    private static partial Regex Indirection();
}

/// <summary>A register, an immediate or memory.</summary>
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
                // With one register that has a factor, that is the index.
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

    /// <summary>In the program's own constants: [reloc @RWD00], [(reloc)].</summary>
    public bool IsConstantAddress { get; }

    /// <summary>The full register's name: rax for al, ax and eax; null for an immediate or memory. A vector's is xmm0, for ymm0 and zmm0 too.</summary>
    public string? Register { get; }

    public bool IsVector => Register is { } name && (name[0] == 'x' || name[0] == 'k' || name.StartsWith("mm", StringComparison.Ordinal));

    public List<string> Registers { get; } = [];

    public bool HasFactor { get; }

    public bool HasIndex => Registers.Count > 1 || HasFactor;

    public int Displacement { get; }

    /// <summary>byte, word, dword, qword, gword and bword (references), xmmword …</summary>
    public string Kind { get; } = "";

    public int Size => Kind switch { "byte" => 1, "word" => 2, "dword" => 4, "xmmword" => 16, "ymmword" => 32, "zmmword" => 64, _ => 8 };

    /// <summary>A place in the method's own frame.</summary>
    public bool IsSlot => IsMemory && !HasIndex && Registers is ["rbp" or "rsp"];

    public bool IsInFrame => IsMemory && Registers.Any(r => r is "rbp" or "rsp");

    public static int ParseNumber(string text) => text.StartsWith("0x", StringComparison.Ordinal)
        ? int.Parse(text.AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture)
        : int.Parse(text, CultureInfo.InvariantCulture);

    private static string? ToRegister(string text)
    {
        // Masks follow in braces: zmm1 {k1}{z}.
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
