using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Examples;

namespace AesModes.Tests.Contracts;

/// <summary>docs/reference.md: the public API with its XML documentation, as Markdown. Overloads that inherit their documentation appear with the overload that has it.</summary>
internal sealed partial class ReferencePage
{
    private static readonly Dictionary<Type, string> _keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(int)] = "int",
        [typeof(long)] = "long",
        [typeof(string)] = "string",
    };

    private readonly List<string> _lines = [];
    private readonly Dictionary<string, XElement> _documentation;
    private readonly Dictionary<string, string> _titles = [];

    private ReferencePage(XDocument documentation) => _documentation = documentation.Descendants("member").ToDictionary(m => m.Attribute("name")!.Value);

    public static string Write(Assembly assembly, XDocument documentation)
    {
        ReferencePage page = new(documentation);
        Type[] types = [.. assembly.GetExportedTypes().OrderBy(t => t.Name, StringComparer.Ordinal)];
        Dictionary<Type, MemberInfo[][]> groups = types.ToDictionary(t => t, page.Groups);
        foreach (Type type in types)
        {
            page._titles[Id(type)] = type.Name;
            page.NameGroups(groups[type]);
        }

        page._lines.Add("# API reference");
        page.Paragraph("Written by `docs/generate` from the XML documentation of the code; `ReferencePageTests` compares the two. The surface on one page: [api.md](api.md).");
        foreach (Type type in types)
        {
            page.WriteType(type, groups[type]);
        }

        return string.Join('\n', page._lines) + "\n";
    }

    private void WriteType(Type type, MemberInfo[][] groups)
    {
        XElement text = Documentation(type);
        Paragraph($"## {type.Name}");
        Paragraph(Text(text.Element("summary")!));
        Remarks(text);
        foreach (XElement code in text.Elements("example").Elements("code"))
        {
            Paragraph($"```csharp\n{CodeBlocks.Text(code)}\n```");
        }

        PropertyInfo[] properties = [.. groups.Select(g => g[0]).OfType<PropertyInfo>()];
        if (properties.Length > 0)
        {
            Paragraph("| property | |\n|---|---|");
            _lines.AddRange(properties.Select(p => $"| `{Signature(p)}` | {Text(Documentation(p).Element("summary")!).Replace("|", "\\|", StringComparison.Ordinal)} |"));
        }

        foreach (MemberInfo[] group in groups.Where(g => g[0] is not PropertyInfo))
        {
            WriteGroup(group);
        }
    }

    private void WriteGroup(MemberInfo[] group)
    {
        Paragraph($"### `{_titles[Id(group[0])]}`");
        Paragraph($"```\n{string.Join('\n', group.Select(Signature))}\n```");
        XElement text = Documentation(group[0]);
        Paragraph(Text(text.Element("summary")!));
        XElement[] all = [.. group.SelectMany(m => Documentation(m).Elements())];
        HashSet<string> parameters = [.. group.OfType<MethodBase>().SelectMany(m => m.GetParameters()).Select(p => p.Name!)];
        List(all.Where(e => e.Name == "param" && parameters.Contains(e.Attribute("name")!.Value)).DistinctBy(e => e.Attribute("name")!.Value)
            .Select(e => $"* `{e.Attribute("name")!.Value}`: {Text(e)}"));
        List(all.Where(e => e.Name == "returns").Select(e => $"Returns: {Text(e)}"));
        Remarks(text);
        List(all.Where(e => e.Name == "exception").Select(e => $"* `{ShortName(e)}`: {Text(e)}").Distinct(), "Throws:");
    }

    private void Remarks(XElement text)
    {
        // A remark of one paragraph needs no para element.
        foreach (XElement paragraph in text.Elements("remarks").SelectMany(r => r.Elements("para").DefaultIfEmpty(r)))
        {
            Paragraph(Text(paragraph));
        }
    }

    private void Paragraph(string text) => _lines.AddRange(["", .. text.Split('\n')]);

    private void List(IEnumerable<string> items, params string[] title)
    {
        string[] all = [.. items];
        if (all.Length > 0)
        {
            _lines.AddRange(["", .. title, .. all]);
        }
    }

    /// <summary>Constructors, properties and methods in source order, each with the members that inherit its documentation.</summary>
    private MemberInfo[][] Groups(Type type)
    {
        const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        return
        [
            .. type.GetMembers(Declared).Where(m => m is not MethodInfo { IsSpecialName: true } && !IsOverride(m))
                .OrderBy(m => m is ConstructorInfo ? 0 : m is PropertyInfo ? 1 : 2).ThenBy(m => m.MetadataToken)
                .GroupBy(m => Documentation(m).Element("inheritdoc")?.Attribute("cref")?.Value ?? Id(m)).Select(g => g.ToArray()),
        ];
    }

    /// <summary>Omits overrides, because every stream has them.</summary>
    private static bool IsOverride(MemberInfo member) =>
        (member is PropertyInfo property ? property.GetMethod : member as MethodInfo) is { } method && method.GetBaseDefinition().DeclaringType != method.DeclaringType;

    /// <summary>Names each group by its parameters' names. Adds a parameter's type if another group has the same names with other types. Overloads that differ only in types share a name.</summary>
    private void NameGroups(MemberInfo[][] groups)
    {
        MethodBase[] methods = [.. groups.SelectMany(g => g).OfType<MethodBase>()];
        foreach (MethodBase[] group in groups.Where(g => g[0] is MethodBase).Select(g => g.Cast<MethodBase>().ToArray()))
        {
            MethodBase[] named = [.. group.DistinctBy(m => string.Join(' ', m.GetParameters().Select(p => p.Name).Prepend(m.Name)))];
            string title = string.Join(", ", named.Select(m => Title(
                m, [.. group.Where(o => SameNames(o, m))], [.. methods.Where(o => !group.Contains(o) && SameNames(o, m))])));
            foreach (MethodBase method in group)
            {
                _titles[Id(method)] = title;
            }
        }
    }

    private static bool SameNames(MethodBase one, MethodBase other) =>
        one.Name == other.Name && one.GetParameters().Select(p => p.Name).SequenceEqual(other.GetParameters().Select(p => p.Name));

    private static string Title(MethodBase method, MethodBase[] group, MethodBase[] others)
    {
        string[] types = Signature(method).Split('(', 2)[1].TrimEnd(')').Split(", ");
        IEnumerable<string> parameters = method.GetParameters().Select(p =>
            others.Length > 0 && !Types(others, p.Position).SetEquals(Types(group, p.Position)) ? types[p.Position] : p.Name!);
        string name = method.DeclaringType!.Name;
        return $"{(method.IsConstructor ? $"new {name}" : $"{name}.{method.Name}")}({string.Join(", ", parameters)})";
    }

    private static HashSet<Type> Types(MethodBase[] methods, int position) => [.. methods.Select(m => m.GetParameters()[position].ParameterType)];

    private static string Signature(MemberInfo member) => member switch
    {
        ConstructorInfo c => $"{c.DeclaringType!.Name}({Signatures(c)})",
        MethodInfo m => $"{(m.IsStatic ? "static " : "")}{NameOf(m.ReturnType, new NullabilityInfoContext().Create(m.ReturnParameter))} {m.Name}({Signatures(m)})",
        PropertyInfo { GetMethod: { } get, SetMethod: null } p =>
            $"{(get.IsStatic ? "static " : "")}{NameOf(p.PropertyType, new NullabilityInfoContext().Create(p))} {p.Name} {{ get; }}",
        _ => throw new NotSupportedException($"The reference has no form for {member}."),
    };

    private static string Signatures(MethodBase method) => string.Join(", ", method.GetParameters().Select(p =>
        $"{NameOf(p.ParameterType, new NullabilityInfoContext().Create(p))} {p.Name}{(p.HasDefaultValue ? " = " + DefaultOf(p) : "")}"));

    private static string DefaultOf(ParameterInfo parameter) => parameter.DefaultValue switch
    {
        true => "true",
        false => "false",
        null => parameter.ParameterType.IsValueType ? "default" : "null",
        object value => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    private static string NameOf(Type type, NullabilityInfo? nullability = null)
    {
        string name = _keywords.TryGetValue(type, out string? keyword) ? keyword
            : type.IsArray ? NameOf(type.GetElementType()!) + "[]"
            : type.IsGenericType ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(a => NameOf(a)))}>"
            : type.Name;
        return !type.IsValueType && nullability is { WriteState: NullabilityState.Nullable } or { ReadState: NullabilityState.Nullable } ? name + "?" : name;
    }

    private XElement Documentation(MemberInfo member) => _documentation[Id(member)];

    private string Text(XElement element) => Spaces().Replace(string.Concat(element.Nodes().Select(Inline)), " ").Trim();

    private string Inline(XNode node) => node switch
    {
        XText text => ToEscape().Replace(text.Value, "\\$0"),
        XElement { Name.LocalName: "paramref" } e => $"`{e.Attribute("name")!.Value}`",
        XElement { Name.LocalName: "see" } e when _titles.ContainsKey(e.Attribute("cref")!.Value) => Link(e.Attribute("cref")!.Value, ShortName(e)),
        XElement { Name.LocalName: "see" } e => $"`{ShortName(e)}`",
        XElement { Name.LocalName: "c" } e => $"`{e.Value}`",
        XElement { Name.LocalName: "b" } e => $"**{Text(e)}**",
        _ => throw new NotSupportedException($"The reference has no form for {node}."),
    };

    private string Link(string id, string text) => $"[`{text}`](#{Markdown.Anchor(_titles[id])})";

    /// <summary>The target of a cref without namespace and parameters: M:System.String.Join(…) becomes String.Join, T:System.String becomes String.</summary>
    private static string ShortName(XElement element)
    {
        string id = element.Attribute("cref")!.Value;
        string[] names = id.Split('(')[0].Split('.');
        return id.StartsWith("T:", StringComparison.Ordinal) ? names[^1] : $"{names[^2]}.{names[^1]}";
    }

    /// <summary>The compiler's name for a member in the XML file.</summary>
    private static string Id(MemberInfo member) => member switch
    {
        Type type => "T:" + type.FullName,
        PropertyInfo property => $"P:{property.DeclaringType!.FullName}.{property.Name}",
        MethodBase method => $"M:{method.DeclaringType!.FullName}.{method.Name.Replace('.', '#')}{Parameters(method)}",
        _ => throw new NotSupportedException($"The reference has no form for {member}."),
    };

    private static string Parameters(MethodBase method) =>
        method.GetParameters() is { Length: > 0 } parameters ? $"({string.Join(',', parameters.Select(p => TypeId(p.ParameterType)))})" : "";

    private static string TypeId(Type type) =>
        type.IsArray ? TypeId(type.GetElementType()!) + "[]"
        : type.IsGenericType ? $"{type.Namespace}.{type.Name.Split('`')[0]}{{{string.Join(',', type.GetGenericArguments().Select(TypeId))}}}"
        : type.FullName!;

    [GeneratedRegex("\\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex("[<*_`\\[]")]
    private static partial Regex ToEscape();
}
