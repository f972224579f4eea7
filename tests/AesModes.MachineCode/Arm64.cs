using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>
/// Translates a line of an ARM64 listing into x64 instructions with the same effect on registers, flags and memory, as far as <see cref="Origins"/> needs it. Reports still
/// show the ARM64 text.
/// </summary>
/// <remarks>
/// x0 to x30 become r0 to r30, fp and sp become rbp and rsp, and all vector registers become xmm. An instruction that sets flags gets an x64 mnemonic; any other
/// gets a mnemonic of its own, so that it sets none. A branch on a register, such as cbz, names that register in <see cref="Instruction.Condition"/>.
/// </remarks>
internal static partial class Arm64
{
    /// <summary>The size of the data that each load or store moves. If it is empty, the register determines the size.</summary>
    private static readonly Dictionary<string, string> _moved = new()
    {
        ["ldrb"] = "byte", ["ldrsb"] = "byte", ["ldarb"] = "byte", ["ldaprb"] = "byte", ["ldapurb"] = "byte", ["ldurb"] = "byte", ["strb"] = "byte", ["stlrb"] = "byte", ["stlurb"] = "byte", ["sturb"] = "byte",
        ["ldrh"] = "word", ["ldrsh"] = "word", ["ldurh"] = "word", ["strh"] = "word", ["sturh"] = "word", ["ldrsw"] = "dword", ["ldursw"] = "dword",
        ["ldr"] = "", ["ldur"] = "", ["ldar"] = "", ["ldapr"] = "", ["ldapur"] = "", ["ldp"] = "", ["str"] = "", ["stur"] = "", ["stlr"] = "", ["stlur"] = "", ["stp"] = "",
    };

    /// <summary>Removes the comment and repeated spaces.</summary>
    public static string Clean(string line) => Spaces().Replace(line.Split(';')[0].Trim(), " ");

    /// <param name="text">A line from <see cref="Clean"/>.</param>
    /// <param name="before">The preceding line, or an empty string.</param>
    public static IEnumerable<Instruction> Read(string text, string before)
    {
        string[] parts = text.Split(' ', 2);
        string mnemonic = parts[0];
        string rest = parts.Length > 1 ? parts[1] : "";
        return mnemonic switch
        {
            "ret" => [new Instruction("ret", text)],
            "brk" => [new Instruction("int3", text)],
            "bl" when rest.StartsWith("G_", StringComparison.Ordinal) => [new Instruction($"call {rest}", text)],
            "bl" => [new Instruction($"call [{rest}]", text)],
            "blr" => [new Instruction($"call [{Instruction.Unnamed}]", text)],
            "b" when rest.StartsWith("G_", StringComparison.Ordinal) => [new Instruction($"jmp {rest}", text)],
            "b" => [new Instruction($"tail.jmp [{rest}]", text)],

            // An add before br computes an address in a jump table. Any other br is a tail call.
            "br" when before.StartsWith("add ", StringComparison.Ordinal) => [new Instruction($"jmp {Register(rest)}", text)],
            "br" => [new Instruction($"tail.jmp [{Instruction.Unnamed}]", text)],
            "align" or "nop" or "dd" or "dmb" or "yield" => [],
            "cbz" or "cbnz" or "tbz" or "tbnz" => [Branch(mnemonic, rest, text)],
            _ when mnemonic[0] == 'b' && rest.StartsWith("G_", StringComparison.Ordinal) => [new Instruction($"j{mnemonic[1..]} {rest}", text)],
            _ when IsAtomic(mnemonic) => Exchange(Split(rest), text),
            _ when _moved.TryGetValue(mnemonic, out string? kind) => Move(mnemonic, kind, Split(rest), text),
            _ => [.. Compute(mnemonic, Split(rest)).Select(i => new Instruction(i, text))],
        };
    }

    private static Instruction Branch(string mnemonic, string rest, string text)
    {
        List<string> operands = Split(rest);
        return new Instruction($"j{mnemonic} {operands[^1]}", text) { Condition = new Operand(Register(operands[0])).Register };
    }

    private static List<Instruction> Move(string mnemonic, string kind, List<string> operands, string text)
    {
        bool isStore = mnemonic.StartsWith("st", StringComparison.Ordinal);
        int memory = operands.FindIndex(o => o[0] == '[');
        string address = operands[memory].TrimEnd('!')[1..^1];
        List<Instruction> result = [];
        string inner = Address(address, out string? based);
        int size = 0;
        for (int i = 0; i < memory; i++)
        {
            string register = Register(operands[i]);
            string of = kind.Length > 0 ? kind : operands[i][0] switch { 'w' => "dword", 'q' => "xmmword", 's' when operands[i] != "sp" => "dword", 'h' => "word", 'b' => "byte", _ => "qword" };
            string place = $"{of} ptr [{inner}{(i > 0 && based is not null ? $"+{size}" : "")}]";
            bool narrow = of is "byte" or "word";
            result.Add(new Instruction(isStore ? $"mov {place}, {register}" : $"{(narrow ? "movzx" : "mov")} {register}, {place}", text));
            size = new Operand(place).Size;
        }

        // Pre- and post-indexed accesses also change the base register.
        if (based is not null && (operands[memory].EndsWith('!') || memory + 1 < operands.Count))
        {
            result.Add(new Instruction($"arm.add {based}, 1", text));
        }

        return result;
    }

    /// <summary>LSE instructions that read and write memory in one step; Interlocked's methods use them.</summary>
    private static bool IsAtomic(string mnemonic) =>
        mnemonic.StartsWith("ldclr", StringComparison.Ordinal) || mnemonic.StartsWith("ldset", StringComparison.Ordinal) || mnemonic.StartsWith("ldadd", StringComparison.Ordinal);

    private static List<Instruction> Exchange(List<string> operands, string text) =>
        [.. Move("ldr", "", [operands[1], operands[2]], text), .. Move("str", "", [operands[0], operands[2]], text)];

    private static string Address(string address, out string? based)
    {
        based = null;
        if (address.Contains("RWD", StringComparison.Ordinal) || address.Contains("G_M", StringComparison.Ordinal))
        {
            return "reloc";
        }

        List<string> parts = Split(address);
        based = Register(parts[0]);
        if (parts.Count == 1)
        {
            return based;
        }

        if (parts[1][0] == '#')
        {
            return $"{based}{(parts[1][1] == '-' ? parts[1][1..] : "+" + parts[1][1..])}";
        }

        // The index may be shifted, or extended from 32 bits: "w2, SXTW #3".
        return $"{based}+{(parts.Count > 2 || parts[1].Contains(' ', StringComparison.Ordinal) ? "8*" : "")}{Register(parts[1].Split(' ')[0])}";
    }

    private static IEnumerable<string> Compute(string mnemonic, List<string> operands)
    {
        List<string> all = [.. operands.Where(o => !IsCondition(o)).Select(Register)];
        string joined = string.Join(", ", all);
        string others = string.Join(", ", all.Skip(1));
        switch (mnemonic)
        {
            case "cmp" or "cmn" or "fcmp" or "fcmpe":
                return [$"cmp {joined}"];
            case "tst":
                return [$"test {joined}"];
            case "ccmp" or "ccmn":
                return [$"ccmp {joined}"];
            case "adds" or "subs" or "ands" or "negs" or "bics" or "adcs" or "sbcs":
                return [$"cmp {others}", $"arm.{mnemonic[..^1]} {joined}"];
            case "adc" or "sbc":
                return [$"cmov {joined}"];
            case "cset" or "csetm":
                return [$"set {joined}"];
            case "cinc" or "cinv" or "cneg":
                return [$"cmov {all[0]}, {all[1]}, {all[1]}"];
            case "udiv" or "sdiv":
                return [$"{mnemonic} {joined}"];
            case "mov" or "movz" or "movn" or "mvn" or "neg" or "sxtw" or "sxtb" or "sxth" or "uxtb" or "uxth" or "uxtw" or "clz" or "rev" or "rev16" or "rbit" or "umov" or "smov" or "fmov" or "dup" or "adr" or "adrp":
                // The address of code or of a constant is itself a constant.
                return [mnemonic is "adr" or "adrp" ? $"mov {all[0]}, 0" : $"mov {joined}"];
            case "movk" or "ins" or "bfi" or "bfxil":
                return [$"arm.{mnemonic} {joined}"];
            case "swpal" or "swpa" or "swp":
                return [$"mov {all[1]}, {Atomic(operands[^1])}"];
            case "cas" or "casa" or "casal" or "ldadd" or "ldaddal":
                return [$"mov {all[mnemonic.StartsWith("cas", StringComparison.Ordinal) ? 0 : 1]}, {Atomic(operands[^1])}"];
            default:
                return mnemonic.StartsWith("cs", StringComparison.Ordinal) ? [$"cmov {joined}"] : [$"arm.{mnemonic} {joined}"];
        }

        static string Atomic(string memory) => $"qword ptr [{Address(memory[1..^1], out _)}]";
    }

    private static bool IsCondition(string operand) =>
        operand is "eq" or "ne" or "lo" or "hs" or "lt" or "ge" or "gt" or "le" or "hi" or "ls" or "mi" or "pl" or "vs" or "vc" or "nc" or "z" or "c" or "n" or "v"
        || (operand.Length <= 4 && operand.All(c => "nzcv".Contains(c, StringComparison.Ordinal)));

    /// <summary>Translates a register, without any shift or extension that follows it.</summary>
    private static string Register(string operand)
    {
        string name = operand.Trim('{', '}').Split(' ', '.', '[')[0];
        return name switch
        {
            "fp" => "rbp",
            "sp" or "wsp" => "rsp",
            "lr" => "r30",
            "xip0" or "wip0" => "r16",
            "xip1" or "wip1" => "r17",
            "xzr" or "wzr" => "0",
            "xpr" or "wpr" => "r18",
            _ when Numbered().Match(name) is { Success: true } match => match.Groups[1].Value is "x" or "w" ? $"r{match.Groups[2].Value}" : $"xmm{match.Groups[2].Value}",
            _ => Immediate(operand),
        };
    }

    private static string Immediate(string operand) => operand.Length > 0 && operand[0] == '#' ? operand[1..].Split(' ')[0] : operand;

    private static List<string> Split(string text) => [.. Instruction.Split(text, "[({", "])}").Where(o => o.Length > 0)];

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex("^([xwvqdshb])([0-9]+)$")]
    private static partial Regex Numbered();
}
