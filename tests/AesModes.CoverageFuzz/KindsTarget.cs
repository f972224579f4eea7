using AesModes.Tests.Fuzz;

namespace AesModes.CoverageFuzz;

/// <summary>Fuzzes the kinds of cases that tests/fuzz also runs.</summary>
internal sealed class KindsTarget : Target
{
    private readonly FuzzKind[] _kinds;

    public KindsTarget(params string[] names)
        : this([.. names.Select(name => (name, FuzzKind.Create(name)))])
    {
    }

    private KindsTarget((string Name, FuzzKind Kind)[] kinds)
        : base([.. kinds.Select(k => (k.Name, Decide(k.Kind)))]) => _kinds = [.. kinds.Select(k => k.Kind)];

    public override void Dispose()
    {
        foreach (FuzzKind kind in _kinds)
        {
            kind.Dispose();
        }

        base.Dispose();
    }
}
