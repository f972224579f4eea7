using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>One method of a listing.</summary>
internal sealed partial class Method(string name)
{
    /// <summary>The JIT's name: the full class name with type arguments, the method and the parameter types.</summary>
    public string Name { get; } = name;

    /// <summary>The name for reports, without namespaces.</summary>
    public string ShortName { get; } = Shorten(name);

    /// <summary>The name on the reviewed list. It omits our type arguments and parameters, because their source is the same; framework names keep them, because overloads differ.</summary>
    public string Key { get; } = ToKey(name);

    public bool IsOurs { get; } = IsOur(name);

    /// <summary>Whether the method belongs to the library and not to this program.</summary>
    public bool IsReviewed => IsOurs && !Name.Contains("MachineCode", StringComparison.Ordinal);

    public List<Instruction> Instructions { get; } = [];

    public Dictionary<string, int> Labels { get; } = [];

    /// <summary>The size in bytes.</summary>
    public int Size { get; private set; }

    public bool IsOptimized { get; private init; }

    public bool IsArm64 { get; private set; }

    /// <summary>The ARM64 instructions as listed. One line may be several <see cref="Instructions"/>.</summary>
    public List<string> Lines { get; } = [];

    /// <summary>The index in <see cref="Lines"/> of each label.</summary>
    public Dictionary<string, int> LineLabels { get; } = [];

    public static string Shorten(string name) =>
        Arity().Replace(Namespaces().Replace(name.Replace("[System.__Canon]", "", StringComparison.Ordinal), ""), "")
            .Replace("[]", "{}", StringComparison.Ordinal).Replace('[', '<').Replace(']', '>').Replace("{}", "[]", StringComparison.Ordinal)
            .Replace(":this", "", StringComparison.Ordinal);

    public static string ToKey(string name)
    {
        string shorter = Shorten(name);
        if (IsOur(name))
        {
            return WithoutParameters(WithoutTypeArguments(shorter));
        }

        // The return type does not distinguish methods.
        int end = shorter.LastIndexOf(')');
        return end < 0 ? shorter : shorter[..(end + 1)];
    }

    public static string WithoutParameters(string name) => name.Split('(')[0];

    /// <summary>Removes type arguments after a name. Keeps the angle brackets that begin a compiler-generated name.</summary>
    public static string WithoutTypeArguments(string name)
    {
        StringBuilder result = new();
        int depth = 0;
        for (int i = 0; i < name.Length; i++)
        {
            if (name[i] == '<' && (depth > 0 || (i > 0 && char.IsLetterOrDigit(name[i - 1]))))
            {
                depth++;
            }
            else if (name[i] == '>' && depth > 0)
            {
                depth--;
            }
            else if (depth == 0)
            {
                result.Append(name[i]);
            }
        }

        return result.ToString();
    }

    /// <summary>Returns the compiled methods in order. If two threads compiled a method, the last listing counts.</summary>
    public static IReadOnlyList<Method> ReadAll(string file)
    {
        Dictionary<string, Method> methods = [];
        Method? current = null;
        foreach (string line in File.ReadLines(file))
        {
            if (Heading().Match(line) is { Success: true } heading)
            {
                current = new Method(heading.Groups["name"].Value) { IsOptimized = heading.Groups["tier"].Value is "FullOpts" or "Tier1" };
                methods[current.Name] = current;
            }
            else if (current is not null && line.Contains("for generic ARM64", StringComparison.Ordinal))
            {
                current.IsArm64 = true;
            }
            else if (Total().Match(line) is { Success: true } total)
            {
                current!.Size = int.Parse(total.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
                current = null;
            }
            else if (current is not null && Label().Match(line) is { Success: true } label)
            {
                current.Labels[label.Groups[1].Value] = current.Instructions.Count;
                current.LineLabels[label.Groups[1].Value] = current.Lines.Count;
            }
            else if (current is not null && IsInstruction(line, current.IsArm64 ? 12 : 7))
            {
                current.Enter(line);
            }
        }

        return [.. methods.Values];
    }

    /// <summary>Comments and data are indented differently.</summary>
    private static bool IsInstruction(string line, int indentation) =>
        line.Length > indentation && line.AsSpan(0, indentation).IsWhiteSpace() && char.IsAsciiLetter(line[indentation]);

    private void Enter(string line)
    {
        if (!IsArm64)
        {
            Instructions.Add(new Instruction(line));
            return;
        }

        string text = Arm64.Clean(line);
        Instructions.AddRange(Arm64.Read(text, Lines.LastOrDefault() ?? ""));
        Lines.Add(text);
    }

    /// <summary>Counts the carry-less multiplications by register width, which multiply one, two or four pairs.</summary>
    public int CountProducts(char register) => Instructions.Count(i =>
        i.Mnemonic.Contains("pclmul", StringComparison.Ordinal) && i.Operands[0].Text[0] == register);

    [GeneratedRegex(@"^; Assembly listing for method (?<name>.*) \((?<tier>[^()]*)\)$")]
    private static partial Regex Heading();

    [GeneratedRegex("^; Total bytes of code ([0-9]+)")]
    private static partial Regex Total();

    [GeneratedRegex("^(G_M[0-9]+_IG[0-9]+):")]
    private static partial Regex Label();

    private static bool IsOur(string name) => name.StartsWith("AesModes.", StringComparison.Ordinal);

    [GeneratedRegex(@"\b(?:AesModes\.(?:Backends\.|Modes\.|MachineCode\.)?|System\.(?:[A-Z][A-Za-z]+\.)*)(?=[A-Z])")]
    private static partial Regex Namespaces();

    [GeneratedRegex("`[0-9]+")]
    private static partial Regex Arity();
}
