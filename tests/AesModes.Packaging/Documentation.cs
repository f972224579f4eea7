using System.Reflection;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace AesModes.Packaging;

/// <summary>The XML documentation in a package. The compiler also writes entries for internal and private members.</summary>
internal static partial class Documentation
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Removes the entries of all members that other assemblies cannot see.</summary>
    public static void KeepPublic(string assemblyPath, string path)
    {
        Assembly assembly = new AssemblyLoadContext(assemblyPath).LoadFromAssemblyPath(Path.GetFullPath(assemblyPath));
        HashSet<string> visible = [.. assembly.GetExportedTypes().SelectMany(t => t.GetMembers(All).Where(IsVisible).Select(Id).Prepend(Id(t)))];
        XDocument document = XDocument.Load(path, LoadOptions.PreserveWhitespace);
        foreach (XElement member in Members(document).Where(m => !visible.Contains(NameOf(m))).ToArray())
        {
            // Also remove the line break before the entry.
            (member.PreviousNode as XText)?.Remove();
            member.Remove();
        }

        document.Save(path, SaveOptions.DisableFormatting);
    }

    /// <summary>Checks that exactly the members in PublicAPI.*.txt have entries, and that every reference to a member resolves to an entry.</summary>
    public static bool Check(string path, IEnumerable<string> apiPaths)
    {
        XDocument document = XDocument.Load(path);
        HashSet<string> entries = [.. Members(document).Select(NameOf)];
        Dictionary<string, int> documented = entries.CountBy(e => Parameters().Replace(e[2..], "")).ToDictionary();
        Dictionary<string, int> wanted = apiPaths.SelectMany(File.ReadLines).Where(l => !l.StartsWith('#'))
            .Select(l => ReturnValue().Replace(Modifiers().Replace(l, ""), ""))
            .Select(l => Accessor().Replace(l, "")).Distinct()
            .CountBy(l => Constructor().Replace(Parameters().Replace(l, ""), ".$1.#ctor")).ToDictionary();
        string[] problems =
        [
            .. documented.Keys.Union(wanted.Keys).Where(k => documented.GetValueOrDefault(k) != wanted.GetValueOrDefault(k))
                .Select(k => $"{k}: {documented.GetValueOrDefault(k)} entries for {wanted.GetValueOrDefault(k)} public members"),
            .. document.Descendants().Attributes("cref").Select(a => a.Value).Where(c => c[2..].StartsWith("AesModes.", StringComparison.Ordinal) && !entries.Contains(c))
                .Distinct().Select(c => $"{c}: a reference to it, and no entry"),
        ];
        foreach (string problem in problems)
        {
            Console.WriteLine(problem);
        }

        Console.WriteLine($"{entries.Count} entries");
        return problems.Length == 0 && entries.Count > 50;
    }

    private static IEnumerable<XElement> Members(XDocument document) => document.Root!.Element("members")!.Elements("member");

    private static string NameOf(XElement member) => member.Attribute("name")!.Value;

    private static bool IsVisible(MemberInfo member) => member switch
    {
        MethodBase method => IsVisible(method),
        PropertyInfo property => property.GetAccessors(true).Any(IsVisible),
        EventInfo @event => IsVisible(@event.AddMethod!),
        FieldInfo field => field.IsPublic || (!field.DeclaringType!.IsSealed && (field.IsFamily || field.IsFamilyOrAssembly)),
        _ => false,
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || (!method.DeclaringType!.IsSealed && (method.IsFamily || method.IsFamilyOrAssembly));

    /// <summary>The compiler's name for a member in the file. The package has no generic members.</summary>
    private static string Id(MemberInfo member) => member switch
    {
        Type { IsGenericType: false } type => $"T:{NameOf(type)}",
        FieldInfo field => $"F:{NameOf(field.DeclaringType!)}.{field.Name}",
        EventInfo @event => $"E:{NameOf(@event.DeclaringType!)}.{@event.Name}",
        PropertyInfo property => $"P:{NameOf(property.DeclaringType!)}.{property.Name}{ParametersOf(property.GetIndexParameters())}",
        MethodBase { IsGenericMethod: false } method => $"M:{NameOf(method.DeclaringType!)}.{method.Name.Replace('.', '#')}{ParametersOf(method.GetParameters())}",
        _ => throw new NotSupportedException($"There is no name for {member}."),
    };

    private static string ParametersOf(ParameterInfo[] parameters) =>
        parameters.Length > 0 ? $"({string.Join(',', parameters.Select(p => NameOf(p.ParameterType)))})" : "";

    private static string NameOf(Type type) =>
        type.IsArray ? $"{NameOf(type.GetElementType()!)}[]"
        : type.IsByRef ? $"{NameOf(type.GetElementType()!)}@"
        : type.IsGenericType ? $"{type.Namespace}.{type.Name.Split('`')[0]}{{{string.Join(',', type.GetGenericArguments().Select(NameOf))}}}"
        : type.FullName!.Replace('+', '.');

    [GeneratedRegex(@"\(.*")]
    private static partial Regex Parameters();

    [GeneratedRegex("^(static|override|virtual|abstract|const) ")]
    private static partial Regex Modifiers();

    [GeneratedRegex(" -> .*")]
    private static partial Regex ReturnValue();

    [GeneratedRegex(@"\.(get|set)$")]
    private static partial Regex Accessor();

    [GeneratedRegex(@"\.(\w+)\.\1$")]
    private static partial Regex Constructor();
}
