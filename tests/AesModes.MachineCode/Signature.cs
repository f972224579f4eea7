using System.Globalization;
using System.Text.RegularExpressions;

namespace AesModes.MachineCode;

/// <summary>
/// Locates arguments passed by value: integers in registers and vectors on the stack, by .NET's variant of the System V convention or ARM64's. Stops at the first struct of
/// unknown size.
/// </summary>
internal sealed partial class Signature
{
    /// <summary>The distance from the frame pointer to the first stack argument: the saved frame pointer and the return address.</summary>
    private const int FirstArgument = 16;

    private static readonly string[] _x64 = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"];

    private static readonly string[] _arm64 = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

    private readonly List<(int Offset, int Size)> _vectors = [];
    private readonly Dictionary<string, string> _values = [];

    public Signature(string name, bool isArm64)
    {
        string[] registers = isArm64 ? _arm64 : _x64;
        string signature = Method.Shorten(name);
        int open = signature.IndexOf('(', StringComparison.Ordinal);
        int close = signature.LastIndexOf(')');
        if (open < 0)
        {
            return;
        }

        // On x64, the caller passes the address for a returned vector in the first register.
        int next = (name.EndsWith(":this", StringComparison.Ordinal) ? 1 : 0) + (!isArm64 && signature[(close + 1)..].StartsWith(":Vector", StringComparison.Ordinal) ? 1 : 0);
        int stack = FirstArgument;
        foreach (string type in Instruction.Split(signature[(open + 1)..close], "<", ">"))
        {
            if (VectorType().Match(type) is { Success: true } vector)
            {
                if (isArm64)
                {
                    continue;
                }

                int size = int.Parse(vector.Groups[1].ValueSpan, CultureInfo.InvariantCulture) / 8;
                _vectors.Add((stack, size));
                stack += size;
                continue;
            }

            (int words, string? kind) = Classify(type);
            if (words == 0)
            {
                break;
            }

            if (isArm64 && type == "UInt128")
            {
                next += next % 2;
            }

            if (next + words > registers.Length)
            {
                stack += 8 * words;
                continue;
            }

            for (int i = 0; i < words; i++, next++)
            {
                if (kind is not null)
                {
                    _values[registers[next]] = kind;
                }
            }
        }
    }

    /// <summary>Whether the range overlaps a vector argument. The offset is relative to the frame pointer.</summary>
    public bool IsVector(int offset, int size) => _vectors.Any(v => v.Offset < offset + size && offset < v.Offset + v.Size);

    /// <summary>The kind of an unsigned integer, which can be data and counts as loaded. Null for an address, a length or a count.</summary>
    public string? FindValue(string register) => _values.GetValueOrDefault(register);

    /// <summary>The number of registers, and the kind of value if it may be data. Zero registers for a type that may be a struct of any size.</summary>
    private static (int Words, string? Kind) Classify(string type) => type switch
    {
        "byref" or "ptr" or "int" or "long" or "nint" or "nuint" or "bool" or "String" or "byte[]" => (1, null),
        "byte" or "ushort" => (1, "byte"),
        "uint" => (1, "dword"),
        "ulong" => (1, "qword"),
        "UInt128" => (2, "qword"),
        _ when type.StartsWith("Vector64<", StringComparison.Ordinal) => (1, "lane"),
        _ when type.StartsWith("Span<", StringComparison.Ordinal) || type.StartsWith("ReadOnlySpan<", StringComparison.Ordinal) => (2, null),
        _ => (0, null),
    };

    [GeneratedRegex("^Vector(128|256|512)<")]
    private static partial Regex VectorType();
}
