using Xunit.v3;

namespace AesModes.Tests;

/// <summary>
/// Marks a class of the fast subset: quick tests that together cover every line of the modes and the argument checks. tests/mutation runs them for each mutant, and
/// <c>dotnet test --filter Speed=fast</c> runs them too.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class FastAttribute : Attribute, ITraitAttribute
{
    /// <summary>Whether this run contains only the fast subset, and on few backends: AESMODES_SUBSET=fast.</summary>
    public static bool IsAlone { get; } = FastFramework.Subset == "fast";

    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("Speed", "fast")];
}

/// <summary>
/// Marks a class of the kernel subset, which runs on every backend: AESMODES_SUBSET=kernels. tests/mutation runs it for each mutant in Backends/. These tests process little
/// data, because a loop takes about a hundred times as long there.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class KernelsAttribute : Attribute;
