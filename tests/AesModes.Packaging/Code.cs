using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text;

namespace AesModes.Packaging;

/// <summary>Compares the code of two assemblies. Names replace metadata tokens, because a single added attribute shifts the tokens.</summary>
internal static class Code
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<short, OpCode> _codes =
        typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static).Select(f => (OpCode)f.GetValue(null)!).ToDictionary(c => c.Value);

    public static bool Compare(string expected, string actual)
    {
        SortedDictionary<string, string> one = Read(expected);
        SortedDictionary<string, string> other = Read(actual);
        string[] differing = [.. one.Keys.Union(other.Keys).Where(k => one.GetValueOrDefault(k) != other.GetValueOrDefault(k))];
        foreach (string member in differing.Take(20))
        {
            Console.WriteLine($"differs: {member}");
        }

        Console.WriteLine($"{one.Count} types, fields and methods, {differing.Length} of them different");
        return one.Count > 1000 && differing.Length == 0;
    }

    private static SortedDictionary<string, string> Read(string path)
    {
        AssemblyLoadContext context = new(path);
        Assembly assembly = context.LoadFromAssemblyPath(Path.GetFullPath(path));
        SortedDictionary<string, string> members = new(StringComparer.Ordinal)
        {
            ["assembly"] = string.Join('\n', assembly.CustomAttributes.Where(a => a.AttributeType != typeof(InternalsVisibleToAttribute)).Select(a => a.ToString()).Order(StringComparer.Ordinal)),
        };
        foreach (Type type in assembly.GetTypes())
        {
            members.Add($"type {type}", $"{type.Attributes} {type.BaseType} {string.Join(' ', type.GetInterfaces().Select(i => i.ToString()).Order(StringComparer.Ordinal))} {Attributes(type)}");
            foreach (FieldInfo field in type.GetFields(All))
            {
                members.Add($"field {type} {field}", $"{field.Attributes} {Attributes(field)} {(field.IsLiteral ? field.GetRawConstantValue() : null)}");
            }

            foreach (MethodBase method in type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All)))
            {
                members.Add($"method {type} {method}", $"{method.Attributes} {method.MethodImplementationFlags} {Attributes(method)}\n{Body(method)}");
            }
        }

        return members;
    }

    private static string Attributes(MemberInfo member) => string.Join(' ', member.CustomAttributes.Select(a => a.ToString()).Order(StringComparer.Ordinal));

    private static string Body(MethodBase method)
    {
        if (method.GetMethodBody() is not { } body)
        {
            return "";
        }

        StringBuilder text = new();
        text.AppendLine(CultureInfo.InvariantCulture, $"{body.MaxStackSize} {body.InitLocals} {string.Join(' ', body.LocalVariables)} {string.Join(' ', body.ExceptionHandlingClauses)}");
        byte[] code = body.GetILAsByteArray()!;
        for (int at = 0; at < code.Length;)
        {
            int size = code[at] == 0xFE ? 2 : 1;
            OpCode instruction = _codes[size == 2 ? (short)(0xFE00 | code[at + 1]) : code[at]];
            at += size;
            size = OperandSize(instruction, code.AsSpan(at));
            text.Append(CultureInfo.InvariantCulture, $"{instruction} ");
            text.AppendLine(instruction.OperandType is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType or OperandType.InlineString
                ? Name(method, instruction, BitConverter.ToInt32(code, at))
                : Convert.ToHexString(code.AsSpan(at, size)));
            at += size;
        }

        return text.ToString();
    }

    private static int OperandSize(OpCode instruction, ReadOnlySpan<byte> operand) => instruction.OperandType switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(operand)),
        _ => 4,
    };

    private static string Name(MethodBase method, OpCode instruction, int token)
    {
        if (instruction.OperandType == OperandType.InlineString)
        {
            return method.Module.ResolveString(token);
        }

        Type[] ofType = method.DeclaringType!.GetGenericArguments();
        Type[] ofMethod = method is MethodInfo ? method.GetGenericArguments() : [];
        MemberInfo member = method.Module.ResolveMember(token, ofType, ofMethod)!;
        return $"{member.DeclaringType} {member}{(member is MethodInfo { IsGenericMethod: true } generic ? string.Join(' ', generic.GetGenericArguments().Select(a => a.ToString())) : "")}";
    }
}
