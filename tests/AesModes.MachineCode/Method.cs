using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>One method of a listing.</summary>
internal sealed partial class Method(string name)
{
    /// <summary>As the JIT writes it: the full class with its type arguments, the method and the parameters' types.</summary>
    public string Name { get; } = name;

    /// <summary>To read: without namespaces.</summary>
    public string ShortName { get; } = Shorten(name);

    /// <summary>
    /// What a person reviews: the text, that is one name for all type arguments and overloads of our classes; of framework methods, whose
    /// overloads differ in what they do, with them.
    /// </summary>
    public string Key { get; } = ToKey(name);

    public bool IsOurs { get; } = IsOur(name);

    /// <summary>Ours, and not this program's.</summary>
    public bool IsReviewed => IsOurs && !Name.Contains("MachineCode", StringComparison.Ordinal);

    public List<Instruction> Instructions { get; } = [];

    public Dictionary<string, int> Labels { get; } = [];

    /// <summary>In bytes.</summary>
    public int Size { get; private set; }

    public bool IsOptimized { get; private init; }

    public bool IsArm64 { get; private set; }

    /// <summary>ARM64's instructions as they are listed, each of which may be several in <see cref="Instructions"/>.</summary>
    public List<string> Lines { get; } = [];

    /// <summary>Where in <see cref="Lines"/> a label stands.</summary>
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

        // What it returns says nothing more.
        int end = shorter.LastIndexOf(')');
        return end < 0 ? shorter : shorter[..(end + 1)];
    }

    public static string WithoutParameters(string name) => name.Split('(')[0];

    /// <summary>Without what stands in angle brackets behind a name. Names that the compiler makes begin with such brackets.</summary>
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

    /// <summary>What was compiled, in that order. A method that two threads compiled is there twice, and counts once.</summary>
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

    /// <summary>Behind its indentation, where comments and data are not.</summary>
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

    /// <summary>The carry-less products, of one, two or four pairs each.</summary>
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
