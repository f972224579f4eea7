using System.Globalization;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace AesModes.MachineCode;

/// <summary>How many instructions each kernel has, as it was once: a file for each patch of the runtime and each set of instructions.</summary>
internal sealed class Record
{
    private readonly Dictionary<string, SortedDictionary<string, Figures>> _runs = [];

    private readonly string _file;

    private Record(string file) => _file = file;

    /// <summary>What of the processor decides which kernels there are and what they are compiled to.</summary>
    public static string Instructions { get; } = string.Create(CultureInfo.InvariantCulture, $"vectors{Widest()}-products{Products()}");

    /// <summary>The same and the runtime's patch.</summary>
    public static string MachineName { get; } = $"x64-{Environment.Version}-{Instructions}";

    public static Record ForThisMachine(string folder) => new(Path.Combine(folder, $"{MachineName}.txt"));

    /// <summary>The one of this machine, or another one to take bounds from: the last by name. Null where there is none.</summary>
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
        foreach (string line in File.ReadLines(file).Where(l => l.Length > 0 && l[0] != '#'))
        {
            if (line[0] == '[')
            {
                run = line[1..^1];
            }
            else
            {
                string[] parts = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
                record.Add(run, parts[5], new Figures([.. parts.Take(5).Select(p => int.Parse(p, CultureInfo.InvariantCulture))]));
            }
        }

        return record;
    }

    public string Name => Path.GetFileNameWithoutExtension(_file);

    /// <summary>The kernels: what is generic over instructions or issues any of those that are counted.</summary>
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

    /// <summary>Counts have to be the same. Code may be shorter, and as much longer as the place of constants in memory makes it.</summary>
    /// <param name="run">The switches.</param>
    /// <param name="kernels">What was compiled.</param>
    /// <param name="isExact">Whether this is the machine that was recorded; another compiles code of another size, and has other kernels.</param>
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

    private readonly struct Figures(int[] values)
    {
        public bool HasCounted => values.Skip(1).Any(v => v > 0);

        public static Figures Of(Method method) => new(
        [
            method.Size, method.Count(m => m.Contains("aesenc", StringComparison.Ordinal)), method.CountProducts('x'), method.CountProducts('y'), method.CountProducts('z'),
        ]);

        public bool IsWithin(Figures recorded, int percent) =>
            Values.Skip(1).SequenceEqual(recorded.Values.Skip(1)) && Values[0] <= recorded.Values[0] + (recorded.Values[0] * percent / 100) + 32;

        public string Describe() => $"{Values[0]} bytes, {Values[1]} AESENC, products {Values[2]} / {Values[3]} / {Values[4]}";

        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Values[0],5} {Values[1],3} {Values[2],2} {Values[3],2} {Values[4],2}");

        private int[] Values => values;
    }
}
