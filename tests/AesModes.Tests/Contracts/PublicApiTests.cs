using System.Globalization;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The public surface, written out and compared with the file that was agreed on.</summary>
public sealed class PublicApiTests
{
    private const string SnapshotPath = "tests/AesModes.Tests/Contracts/PublicApi.txt";

    /// <summary>The path of another build of the assembly: .ci/use-package sets it to the one taken out of the package.</summary>
    private const string AssemblyVariable = "AESMODES_API_ASSEMBLY";

    private static readonly Dictionary<Type, string> _keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(int)] = "int",
        [typeof(long)] = "long",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
    };

    [Fact]
    public void PublicSurface_ComparedWithTheSnapshot_IsTheSame()
    {
        Assembly assembly = Load();
        TestContext.Current.TestOutputHelper?.WriteLine($"The public surface of {assembly.Location}");
        string actual = Describe(assembly);
        string received = Path.Combine(AppContext.BaseDirectory, "PublicApi.received.txt");
        string expected = Repository.Read(SnapshotPath, "Create it with the text this test generates.");
        if (expected != actual)
        {
            File.WriteAllText(received, actual);
            string[] expectedLines = expected.Split('\n');
            string[] actualLines = actual.Split('\n');
            Assert.Fail(
                $"The public surface has changed.\n" +
                $"Gone:\n  {string.Join("\n  ", expectedLines.Except(actualLines))}\n" +
                $"New:\n  {string.Join("\n  ", actualLines.Except(expectedLines))}\n" +
                $"If that is meant: cp {received} {Repository.PathOf(SnapshotPath)}, and say so in docs/api.md in the same commit.");
        }
    }

    /// <summary>In a context of its own, as an assembly of that name is loaded.</summary>
    private static Assembly Load() => Environment.GetEnvironmentVariable(AssemblyVariable) is { Length: > 0 } path
        ? new AssemblyLoadContext(AssemblyVariable).LoadFromAssemblyPath(path)
        : typeof(AesGcmSiv).Assembly;

    private static string Describe(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(t => t.FullName, StringComparer.Ordinal))
        {
            string kind = type.IsInterface ? "interface" : type.IsEnum ? "enum" : type.IsValueType ? "struct" : "class";
            string modifiers = type is { IsAbstract: true, IsSealed: true } ? "static " : type.IsSealed && type.IsClass ? "sealed " : type is { IsAbstract: true, IsClass: true } ? "abstract " : "";
            IEnumerable<Type> bases = type.GetInterfaces().OrderBy(i => i.FullName, StringComparer.Ordinal);
            if (type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType) && parent != typeof(Enum))
            {
                bases = bases.Prepend(parent);
            }

            string list = string.Join(", ", bases.Select(b => NameOf(b)));
            text.Append(CultureInfo.InvariantCulture, $"public {modifiers}{kind} {type.FullName}{(list.Length > 0 ? " : " + list : "")}\n");
            const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
            foreach (string line in type.GetMembers(Declared).Select(DescribeMember).OfType<string>().Order(StringComparer.Ordinal))
            {
                text.Append(CultureInfo.InvariantCulture, $"    {line}\n");
            }
        }

        return text.ToString();
    }

    /// <summary>Null for what a user cannot reach, and for the methods behind properties and events.</summary>
    internal static string? DescribeMember(MemberInfo member) => member switch
    {
        ConstructorInfo c when IsVisible(c) => $"{Access(c)}{c.DeclaringType!.Name}({Parameters(c)})",
        MethodInfo m when IsVisible(m) && !(m.IsSpecialName && !m.Name.StartsWith("op_", StringComparison.Ordinal)) =>
            $"{Access(m)}{NameOf(m.ReturnType, new NullabilityInfoContext().Create(m.ReturnParameter))} {m.Name}({Parameters(m)})",
        PropertyInfo p when p.GetAccessors(nonPublic: true).FirstOrDefault(IsVisible) is { } accessor =>
            $"{Access(accessor)}{NameOf(p.PropertyType, new NullabilityInfoContext().Create(p))} {p.Name} {{ {(p.GetMethod is { } g && IsVisible(g) ? "get; " : "")}{(p.SetMethod is { } s && IsVisible(s) ? "set; " : "")}}}",
        FieldInfo { IsPublic: true } or FieldInfo { IsFamily: true } or FieldInfo { IsFamilyOrAssembly: true } => $"field {member}",
        EventInfo e when e.AddMethod is { } add && IsVisible(add) => $"event {member}",
        Type { IsNestedPublic: true } => null,
        _ => null,
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Access(MethodBase method) =>
        (method.IsPublic ? "public " : "protected ") +
        (method.IsStatic ? "static " : method.IsAbstract ? "abstract " : method is MethodInfo { IsVirtual: true, IsFinal: false } ? "virtual " : "");

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p =>
        $"{NameOf(p.ParameterType, new NullabilityInfoContext().Create(p))} {p.Name}{(p.HasDefaultValue ? " = " + DefaultOf(p) : "")}"));

    private static string DefaultOf(ParameterInfo parameter) =>
        parameter.DefaultValue is { } value ? Convert.ToString(value, CultureInfo.InvariantCulture)! : parameter.ParameterType.IsValueType ? "default" : "null";

    private static string NameOf(Type type, NullabilityInfo? nullability = null)
    {
        string name = _keywords.TryGetValue(type, out string? keyword) ? keyword
            : type.IsArray ? NameOf(type.GetElementType()!) + "[]"
            : type.IsGenericType ? $"{type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)]}<{string.Join(", ", type.GetGenericArguments().Select(a => NameOf(a)))}>"
            : type.Name;
        return !type.IsValueType && nullability is { WriteState: NullabilityState.Nullable } or { ReadState: NullabilityState.Nullable } ? name + "?" : name;
    }
}
