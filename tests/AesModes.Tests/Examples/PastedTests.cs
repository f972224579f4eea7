using System.Reflection;
using AesModes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Examples;

/// <summary>Each C# block of a document, pasted into a new project: the compiler knows nothing but the implicit using directives. Statements are run.</summary>
public sealed class PastedTests
{
    private const string ImplicitUsings =
        "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    private static readonly MetadataReference[] _references =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location))
            .Append(typeof(AesGcmSiv).Assembly.Location)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    /// <summary>File and line.</summary>
    public static TheoryData<string> Blocks => [.. CodeBlocks.InDocuments().Select(block => block.Where)];

    [Theory]
    [MemberData(nameof(Blocks))]
    public void Block_PastedAlone_CompilesAndRuns(string where) => Run(CodeBlocks.InDocuments().Single(block => block.Where == where));

    /// <summary>The check itself: a variable and a using directive that are missing, and an exception.</summary>
    [Theory]
    [InlineData("Console.WriteLine(key);")]
    [InlineData("using AesGcmSiv siv = new(new byte[16]);")]
    [InlineData("throw new InvalidOperationException();")]
    public void Run_WhatIsIncomplete_Throws(string code) => Assert.ThrowsAny<Exception>(() => Run(new CodeBlock("here", [], code)));

    private static void Run(CodeBlock block)
    {
        string code = string.Join('\n', [.. block.Usings, block.Code]);
        bool isProgram = !code.Contains("public ", StringComparison.Ordinal);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Pasted",
            [CSharpSyntaxTree.ParseText(ImplicitUsings), CSharpSyntaxTree.ParseText(code)],
            _references,
            new CSharpCompilationOptions(isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        using MemoryStream assembly = new();
        Diagnostic[] found = [.. compilation.Emit(assembly).Diagnostics.Where(found => found.Severity >= DiagnosticSeverity.Warning && found.Id != "CS1701")];
        Assert.True(found.Length == 0, $"{block.Where}:\n{string.Join('\n', found.Select(d => d.ToString()))}");

        // That would change what later tests run on; WideAesTests calls it in a process of its own.
        if (isProgram && !code.Contains(nameof(WideAes), StringComparison.Ordinal))
        {
            MethodInfo main = Assembly.Load(assembly.ToArray()).EntryPoint!;
            main.Invoke(null, main.GetParameters().Length == 0 ? [] : [Array.Empty<string>()]);
        }
    }
}
