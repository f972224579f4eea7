namespace AesModes.Tests.Limits;

/// <summary>How much of a sweep runs where it takes long or was run before; the rest of the rules is <see cref="Sweep"/>'s.</summary>
internal static class Effort
{
    /// <summary>Vectors are a loop over their elements, and everything takes a hundred times as long (DOTNET_EnableHWIntrinsic=0).</summary>
    public static bool IsSlow { get; } = !Vector128.IsHardwareAccelerated;

    /// <summary>A Debug build: the references take several times as long.</summary>
#if DEBUG
    public static bool IsUnoptimized => true;
#else
    public static bool IsUnoptimized => false;
#endif

    /// <summary>One of the very many runs of the fast subset alone, one for each mutant: a few sizes of a long sweep are enough.</summary>
    public static bool IsBrief => FastAttribute.IsAlone;

    /// <summary>What .ci/run switched off in this process: AVX2 where it set DOTNET_EnableAVX2=0. Null in other runs.</summary>
    public static string? SwitchedOff { get; } = Environment.GetEnvironmentVariable("AESMODES_EXPECT_OFF") is { Length: > 0 } off ? off : null;

    /// <summary>
    /// The rule for .ci/run's runs with something changed, where the README's test command has the long sweeps whole: they are thinned over what only tests have, emulated
    /// instructions and cores alone, which is the same text in all of these runs; in a Debug build, and without wide carry-less multiplies, over all that is not the
    /// processor's own instructions.
    /// </summary>
    public static bool IsRepeated(string backend) =>
        (SwitchedOff is not null && !TestBackends.IsLibrary(backend)) || ((IsUnoptimized || SwitchedOff == "VAES") && !TestBackends.IsNative(backend));

    /// <summary>Whether this is one of .ci/run's runs with something changed. What is long on every backend tries less in it: every size, but fewer bits, tag sizes and overloads.</summary>
    public static bool IsChangedRun => SwitchedOff is not null || IsUnoptimized;

    /// <summary>Whether a long sweep on the default backend is thinned too.</summary>
    public static bool IsReduced => IsSlow || IsChangedRun || IsBrief;

    /// <summary>Emulated instructions take long in every run.</summary>
    public static bool IsThin(string backend) => TestBackends.IsEmulated(backend) || IsRepeated(backend);

    /// <summary>Is a long sweep over this backend thinned?</summary>
    public static bool IsShort(string backend) => IsSlow || IsRepeated(backend);

    /// <summary>So many of them in their order, chosen by the printed seed; all where there are no more, or in an exhaustive run.</summary>
    public static int[] Thin(IEnumerable<int> all, int count)
    {
        int[] whole = [.. all];
        return Sweep.IsExhaustive || whole.Length <= count ? whole : [.. Sweep.Thin(Sweep.Start(), count, whole).Order()];
    }
}
