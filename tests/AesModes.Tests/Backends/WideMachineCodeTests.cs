using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace AesModes.Tests.Backends;

/// <summary>
/// Checks the compiled libraries of src/AesModes.Wide. Secrets are in vector registers and in memory, and jumps and addresses depend on general registers. So no instruction
/// may move a value from a vector register or memory to a general register or the flags.
/// </summary>
public sealed partial class WideMachineCodeTests
{
    /// <summary>All instructions without vectors that change a general register or the flags.</summary>
    private static readonly string[] _general =
    [
        "add", "sub", "and", "or", "xor", "neg", "not", "shl", "shr", "sar", "imul", "lea", "mov", "movabs", "movsxd", "cdqe", "inc", "dec", "cmp", "test", "push", "pop", "leave", "jmp", "ret",
        "ja", "jae", "jb", "jbe", "je", "jne", "jg", "jge", "jl", "jle", "js", "jns",
    ];

    private static readonly string[] _nothing = ["nop", "xchg", "data16", "cs", "endbr64", "vzeroupper"];

    private const string Windows = "aesmodes_wide.dll";

    public static TheoryData<string> Libraries => ["libaesmodes_wide.so", "libaesmodes_wide_emulated.so", Windows];

    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task Instructions_OfEachLibrary_KeepSecretsOutOfJumpsAndAddresses(string library)
    {
        string[] lines = [.. (await Dump(library, "-d", "--no-show-raw-insn", "-M", "intel")).Select(line => Instruction().Match(line)).Where(match => match.Success).Select(match => match.Groups[1].Value)];
        if (library == Windows)
        {
            // GNU ld ends the section with two empty constructor tables of 32 bytes in total.
            int end = Array.IndexOf(lines, "(bad)");
            Assert.InRange(lines.Length - end, 1, 32);
            lines = lines[..end];
        }

        Assert.True(lines.Length > 1000, $"{lines.Length} instructions");
        Assert.DoesNotContain(lines, line => !IsAllowed(line));
    }

    /// <summary>The library must not need another library, glibc and musl included, and must have no writable data.</summary>
    [Theory]
    [MemberData(nameof(Libraries))]
    public async Task Library_Always_HasItsFunctionsAndNoData(string library)
    {
        string[] lines = [.. await Dump(library, "-h", "-p"), .. library == Windows ? [] : await Dump(library, "-T")];
        Assert.Equal(library.Contains("emulated", StringComparison.Ordinal) ? 5 : 10, lines.Count(line => Function().IsMatch(line)));
        Assert.DoesNotContain(lines, line => Needed().IsMatch(line));
    }

    /// <summary>The source must be short enough to review.</summary>
    [Fact]
    public void Source_Always_HasAtMost400Lines() =>
        Assert.InRange(File.ReadAllLines(Repository.PathOf("src/AesModes.Wide/aesmodes_wide.c")).Length, 100, 400);

    /// <summary>Tests the check itself with instructions that it must reject, and with similar ones that it must accept.</summary>
    [Theory]
    [InlineData("vmovd eax,xmm0", false)]
    [InlineData("vpextrq rax,xmm0,0x1", false)]
    [InlineData("vpmovmskb eax,ymm3", false)]
    [InlineData("vptest xmm0,xmm0", false)]
    [InlineData("kmovq rax,k1", false)]
    [InlineData("kortestw k1,k1", false)]
    [InlineData("movzx eax,BYTE PTR [rdx]", false)]
    [InlineData("mov rax,QWORD PTR [rdx]", false)]
    [InlineData("cmp BYTE PTR [rdx],0x0", false)]
    [InlineData("vpgatherdd zmm0{k1},[rax+zmm1*4]", false)]
    [InlineData("call 0x1000", false)]
    [InlineData("vmovq xmm0,rax", true)]
    [InlineData("mov rax,QWORD PTR [rbp+0x10]", true)]
    [InlineData("cmp rax,rdx", true)]
    [InlineData("vaesenc zmm0,zmm0,ZMMWORD PTR [rax+rdx*1]", true)]
    public void IsAllowed_AnInstruction_IsAsExpected(string instruction, bool expected) => Assert.Equal(expected, IsAllowed(instruction));

    private static bool IsAllowed(string instruction)
    {
        Match match = Parts().Match(instruction);
        string name = match.Groups[1].Value, first = match.Groups[2].Value, operands = first + match.Groups[3].Value;
        if (_general.Contains(name))
        {
            // The stack holds arguments and saved registers.
            return !Memory().IsMatch(operands) || name == "lea" || StackMemory().IsMatch(operands);
        }

        // The result of a vector instruction must go to a vector register or to memory.
        return _nothing.Contains(name)
            || (VectorName().IsMatch(name) && !name.Contains("test", StringComparison.Ordinal) && !name.Contains("comis", StringComparison.Ordinal) && !name.Contains("gather", StringComparison.Ordinal)
                && (Memory().IsMatch(first) || VectorRegister().IsMatch(first)));
    }

    private static async Task<string[]> Dump(string library, params string[] options)
    {
        string path = Path.Combine(AppContext.BaseDirectory, library);
        Assert.SkipUnless(File.Exists(path), $"{library} was not built");
        ProcessStartInfo start = new("objdump", [.. options, path]) { RedirectStandardOutput = true };
        start.Environment["LC_ALL"] = "C";
        try
        {
            using Process process = Process.Start(start)!;
            string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            await process.WaitForExitAsync(TestContext.Current.CancellationToken);
            Assert.Equal(0, process.ExitCode);
            return output.Split('\n');
        }
        catch (Win32Exception)
        {
            Assert.Skip("there is no objdump");
            return [];
        }
    }

    [GeneratedRegex(@"^\s+[0-9a-f]+:\s+(\S.*?)\s*(#.*)?$")]
    private static partial Regex Instruction();

    [GeneratedRegex(@" aesmodes_wide\d+_\w+$")]
    private static partial Regex Function();

    /// <summary>Matches a needed library, an imported function, or a section for variables.</summary>
    [GeneratedRegex(@"NEEDED|DLL Name|\*UND\*| \.(data|bss|got)\b")]
    private static partial Regex Needed();

    [GeneratedRegex(@"^(\w+)\s*((?:\w+ PTR )?[^,]*)(.*)$")]
    private static partial Regex Parts();

    [GeneratedRegex(@"\[")]
    private static partial Regex Memory();

    [GeneratedRegex(@"\[r(sp|bp)[+-]0x[0-9a-f]+\]|\[rsp\]")]
    private static partial Regex StackMemory();

    [GeneratedRegex(@"^(v|p[a-z]|aes|movdq|movap|movup)")]
    private static partial Regex VectorName();

    [GeneratedRegex(@"^[xyz]mm\d+")]
    private static partial Regex VectorRegister();
}
