using System.Buffers.Binary;
using AesModes.Tests.Fuzz;
using Xunit;

namespace AesModes.CoverageFuzz;

/// <summary>Turns an input's bytes into a test. The first byte selects one of the target's variants; the variant receives the rest.</summary>
internal abstract class Target(params (string Name, Action<byte[]> Run)[] variants) : IDisposable
{
    private const int WarmUpCases = 1000;
    private const int WarmUpBytes = 97;

    private static readonly Dictionary<string, Func<Target>> _all = new()
    {
        ["files"] = () => new FilesTarget(),
        ["vectors"] = () => new VectorsTarget(),
        ["arguments"] = () => new KindsTarget("arguments", "overlaps", "messages", "tampering"),
        ["streams"] = () => new KindsTarget("streams", "transforms"),
    };

    public static IEnumerable<string> Names => _all.Keys;

    public IEnumerable<string> Variants => variants.Select(v => v.Name);

    public static Target Create(string name) =>
        _all.TryGetValue(name, out Func<Target>? create) ? create() : throw new ArgumentException($"'{name}' is not a target; use {string.Join(", ", Names)}.", nameof(name));

    /// <summary>Throws if the input fails.</summary>
    public void Run(byte[] input)
    {
        if (input.Length > 0)
        {
            variants[input[0] % variants.Length].Run(input[1..]);
        }
    }

    /// <summary>Runs the inputs and some random ones, and returns the number of failures. Otherwise the fuzzer would take one-time work, such as a backend's self-tests, for new paths.</summary>
    public int WarmUp(string[] inputs)
    {
        Random random = new(0);
        return inputs.Sum(path => Holds(path) ? 0 : 1) + Enumerable.Range(0, WarmUpCases * variants.Length).Select(Make).Sum(i => Holds(i, Convert.ToHexStringLower(i)) ? 0 : 1);

        byte[] Make(int number)
        {
            byte[] input = new byte[WarmUpBytes];
            random.NextBytes(input);
            input[0] = (byte)(number % variants.Length);
            return input;
        }
    }

    /// <summary>Runs one input and prints why it fails.</summary>
    public bool Holds(string path) => Holds(File.ReadAllBytes(path), path);

    public virtual void Dispose() => GC.SuppressFinalize(this);

    private bool Holds(byte[] input, string name)
    {
        Exception? thrown = Record.Exception(() => Run(input));
        if (thrown is not null)
        {
            Console.WriteLine($"{name} FAILED: {thrown}");
        }

        return thrown is null;
    }

    /// <summary>The fuzzer makes the decisions of a random case: two bytes for each.</summary>
    protected static Action<byte[]> Decide(FuzzKind kind) => input =>
    {
        int[] numbers = new int[input.Length / 2];
        for (int i = 0; i < numbers.Length; i++)
        {
            numbers[i] = BinaryPrimitives.ReadUInt16LittleEndian(input.AsSpan(2 * i));
        }

        kind.Try(new FuzzCase(numbers, _ => { }, omitsEmulated: true));
    };
}
