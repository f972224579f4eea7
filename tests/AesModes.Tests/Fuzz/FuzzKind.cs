namespace AesModes.Tests.Fuzz;

/// <summary>A kind of fuzz case. One thread uses an instance for one case after the other.</summary>
internal abstract class FuzzKind : IDisposable
{
    private static readonly Dictionary<string, Func<FuzzKind>> _all = new()
    {
        ["messages"] = () => new MessageFuzz(),
        ["arguments"] = () => new ArgumentFuzz(),
        ["overlaps"] = () => new OverlapFuzz(),
        ["tampering"] = () => new TamperFuzz(),
        ["streams"] = () => new StreamFuzz(),
        ["transforms"] = () => new TransformFuzz(),
        ["containers"] = () => new ContainerFuzz(),
        ["vector files"] = () => new VectorFileFuzz(),
    };

    public static IReadOnlyCollection<string> Names => _all.Keys;

    /// <summary>All kinds, or only AESMODES_FUZZ_KIND.</summary>
    public static IEnumerable<string> Chosen => Names.Where(n => Environment.GetEnvironmentVariable("AESMODES_FUZZ_KIND") is not { Length: > 0 } kind || kind == n);

    public static FuzzKind Create(string name) => _all[name]();

    /// <summary>Throws if the case fails.</summary>
    public abstract void Try(FuzzCase c);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
