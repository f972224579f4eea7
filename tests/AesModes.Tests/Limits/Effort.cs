namespace AesModes.Tests.Limits;

/// <summary>How much of a long or repeated sweep runs. <see cref="Sweep"/> has the other rules.</summary>
internal static class Effort
{
    /// <summary>Without vector instructions, vectors are loops over their elements, and everything is about a hundred times slower (DOTNET_EnableHWIntrinsic=0).</summary>
    public static bool IsSlow { get; } = !Vector128.IsHardwareAccelerated;

    /// <summary>In a Debug build, the references are several times slower.</summary>
#if DEBUG
    public static bool IsUnoptimized => true;
#else
    public static bool IsUnoptimized => false;
#endif

    /// <summary>Whether this is one of the many runs of the fast subset, one per mutant, for which a few sizes of a long sweep are enough.</summary>
    public static bool IsBrief => FastAttribute.IsAlone;

    /// <summary>The instructions that .ci/run disabled in this process: AVX2 for DOTNET_EnableAVX2=0. Null in other runs.</summary>
    public static string? SwitchedOff { get; } = Environment.GetEnvironmentVariable("AESMODES_EXPECT_OFF") is { Length: > 0 } off ? off : null;

    /// <summary>
    /// Whether the backend's long sweeps run only in part, because the README's test command runs them in full. In .ci/run's changed runs: backends that only tests have,
    /// because their code is the same in each. In a Debug build or without VAES: also all backends that do not use the CPU's own instructions.
    /// </summary>
    public static bool IsRepeated(string backend) =>
        (SwitchedOff is not null && !TestBackends.IsLibrary(backend)) || ((IsUnoptimized || SwitchedOff == "VAES") && !TestBackends.IsNative(backend));

    /// <summary>Whether this is one of .ci/run's changed runs. Its long tests cover every size, but fewer bits, tag sizes and overloads.</summary>
    public static bool IsChangedRun => SwitchedOff is not null || IsUnoptimized;

    /// <summary>Whether long sweeps run only in part even on the default backend.</summary>
    public static bool IsReduced => IsSlow || IsChangedRun || IsBrief;

    /// <summary>Whether sweeps run only in part because the backend is emulated, which is always slow, or repeated.</summary>
    public static bool IsThin(string backend) => TestBackends.IsEmulated(backend) || IsRepeated(backend);

    /// <summary>Whether long sweeps over this backend run only in part.</summary>
    public static bool IsShort(string backend) => IsSlow || IsRepeated(backend);

    /// <summary>Returns the given number of items in order, selected by the printed seed. Returns all items if there are no more, or in an exhaustive run.</summary>
    public static int[] Thin(IEnumerable<int> all, int count)
    {
        int[] whole = [.. all];
        return Sweep.IsExhaustive || whole.Length <= count ? whole : [.. Sweep.Thin(Sweep.Start(), count, whole).Order()];
    }
}
