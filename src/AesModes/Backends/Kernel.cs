namespace AesModes.Backends;

/// <summary>How kernels are compiled.</summary>
internal static class Kernel
{
    /// <summary>
    /// Optimised at the first call, as a large method called from one hot loop can stay in instrumented tier 0 for long, and on its own:
    /// inlined into a wrapper, it would exceed the JIT's budget for inlining and lose the inlining that it needs inside.
    /// </summary>
    public const MethodImplOptions Options = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;
}
