using System.Globalization;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace AesModes.MachineCode;

/// <summary>The recorded instruction counts of each kernel: one file for each runtime patch version and instruction set.</summary>
internal sealed class Record
{
    private readonly Dictionary<string, SortedDictionary<string, Figures>> _runs = [];
    private readonly string _file;

    private Record(string file) => _file = file;

    /// <summary>The CPU features that determine which kernels exist and how they compile.</summary>
    public static string Instructions { get; } = string.Create(CultureInfo.InvariantCulture, $"vectors{Widest()}-products{Products()}");

    /// <summary>The runtime's patch version and <see cref="Instructions"/>.</summary>
    public static string MachineName { get; } = $"x64-{Environment.Version}-{Instructions}";

    public static Record ForThisMachine(string folder) => new(Path.Combine(folder, $"{MachineName}.txt"));

    /// <summary>Reads this machine's record or, as a source of bounds, the last one by name. Returns null if there is none.</summary>
    public static Record? Read(string folder, out bool isExact)
    {
        string own = Path.Combine(folder, $"{MachineName}.txt");
        isExact = File.Exists(own);
        string? file = isExact ? own : Directory.Exists(folder) ? Directory.EnumerateFiles(folder, "*.txt").Order(StringComparer.Ordinal).LastOrDefault() : null;
        if (file is null)
        {
            return null;
        }

        Record record = new(file);
        string run = "";
        foreach (string line in ReadLines(file))
        {
            if (line[0] == '[')
            {
                run = line[1..^1];
            }
            else
            {
                (int[] figures, string name) = Parse(line);
                record.Add(run, name, new Figures(figures[0], figures[1], figures[2], figures[3], figures[4]));
            }
        }

        return record;
    }

    /// <summary>Skips comments and empty lines.</summary>
    public static IEnumerable<string> ReadLines(string file) => File.ReadLines(file).Where(l => l.Length > 0 && l[0] != '#');

    /// <summary>Parses five numbers and a method.</summary>
    public static (int[] Figures, string Name) Parse(string line)
    {
        string[] parts = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
        return ([.. parts.Take(5).Select(p => int.Parse(p, CultureInfo.InvariantCulture))], parts[5]);
    }

    public string Name => Path.GetFileNameWithoutExtension(_file);

    /// <summary>Kernels are methods that are generic over instructions or that contain a counted instruction.</summary>
    public static bool IsKernel(Method method) =>
        method.IsOurs && (method.Key.StartsWith("Hardware.", StringComparison.Ordinal) || method.Key.StartsWith("Software.", StringComparison.Ordinal)
            || Figures.Of(method).HasCounted);

    public void Add(string run, Method method) => Add(run, method.ShortName, Figures.Of(method));

    public void Write()
    {
        StringBuilder text = new();
        text.Append("# Written by tests/machine-code --update. Bytes of code, AESENC and AESENCLAST, products of 128, 256 and 512 bits.\n");
        foreach ((string run, var kernels) in _runs)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n[{run}]\n");
            foreach ((string name, var figures) in kernels)
            {
                text.Append(CultureInfo.InvariantCulture, $"{figures} {name}\n");
            }
        }

        Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
        File.WriteAllText(_file, text.ToString());
    }

    /// <summary>Counts must be equal. Code may be shorter or slightly longer, because its size depends on where constants are located.</summary>
    /// <remarks>A machine other than the recorded one compiles code of other sizes and has other kernels.</remarks>
    public IEnumerable<string> Compare(string run, IReadOnlyCollection<Method> kernels, bool isExact)
    {
        if (!_runs.TryGetValue(run, out var recorded))
        {
            yield return $"there is no run {run} in {Name}";
            yield break;
        }

        foreach (var kernel in kernels)
        {
            var actual = Figures.Of(kernel);
            if (!recorded.TryGetValue(kernel.ShortName, out var figures))
            {
                if (isExact)
                {
                    yield return $"{kernel.ShortName} is not recorded: {actual.Describe()}";
                }
            }
            else if (!actual.IsWithin(figures, isExact ? 2 : 25))
            {
                yield return $"{kernel.ShortName}: {actual.Describe()}; recorded: {figures.Describe()}";
            }
        }

        foreach (string gone in isExact ? recorded.Keys.Except(kernels.Select(k => k.ShortName)) : [])
        {
            yield return $"{gone} is recorded and was not compiled";
        }
    }

    private void Add(string run, string kernel, Figures figures)
    {
        if (!_runs.TryGetValue(run, out var kernels))
        {
            _runs[run] = kernels = new SortedDictionary<string, Figures>(StringComparer.Ordinal);
        }

        kernels[kernel] = figures;
    }

    private static int Widest() => Vector512.IsHardwareAccelerated ? 512 : Vector256.IsHardwareAccelerated ? 256 : Vector128.IsHardwareAccelerated ? 128 : 0;

    private static int Products() => Pclmulqdq.V512.IsSupported ? 512 : Pclmulqdq.V256.IsSupported ? 256 : Pclmulqdq.IsSupported ? 128 : 0;

    /// <summary>Bytes of code, AES rounds, and carry-less multiplications by width.</summary>
    private sealed record Figures(int Size, int Rounds, int Products128, int Products256, int Products512)
    {
        public bool HasCounted => Rounds + Products128 + Products256 + Products512 > 0;

        public static Figures Of(Method method) => new(
            method.Size,
            method.Instructions.Count(i => i.Mnemonic.Contains("aesenc", StringComparison.Ordinal)),
            method.CountProducts('x'),
            method.CountProducts('y'),
            method.CountProducts('z'));

        public bool IsWithin(Figures recorded, int percent) =>
            this with { Size = recorded.Size } == recorded && Size <= recorded.Size + (recorded.Size * percent / 100) + 32;

        public string Describe() => $"{Size} bytes, {Rounds} AESENC, products {Products128} / {Products256} / {Products512}";

        public override string ToString() =>
            string.Create(CultureInfo.InvariantCulture, $"{Size,5} {Rounds,3} {Products128,2} {Products256,2} {Products512,2}");
    }
}
