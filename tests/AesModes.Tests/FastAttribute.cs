using Xunit.v3;

namespace AesModes.Tests;

/// <summary>
/// A class of the fast subset: quick tests that together look at every line of the modes and the argument checks. tests/mutation runs them for
/// each mutant; <c>dotnet test --filter Speed=fast</c> runs them too.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class FastAttribute : Attribute, ITraitAttribute
{
    /// <summary>Whether this run has no other tests, and those on few backends: AESMODES_SUBSET=fast.</summary>
    public static bool IsAlone { get; } = FastFramework.Subset == "fast";

    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("Speed", "fast")];
}

/// <summary>
/// A class of the subset for the kernels, on every backend: AESMODES_SUBSET=kernels. tests/mutation runs them for each mutant in Backends/, where a loop takes a
/// hundred times as long as elsewhere: they hash and encrypt little.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class KernelsAttribute : Attribute;
