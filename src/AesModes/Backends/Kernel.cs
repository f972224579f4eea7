namespace AesModes.Backends;

/// <summary>The compiler options of kernels.</summary>
internal static class Kernel
{
    /// <summary>
    /// Kernels are optimised at the first call, because a large method that one hot loop calls can stay in instrumented tier 0 for long. They are not inlined: in a
    /// wrapper, a kernel would exceed the JIT's inlining budget and lose the inlining that it needs inside.
    /// </summary>
    public const MethodImplOptions Options = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;
}
