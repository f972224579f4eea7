using System.Runtime.Intrinsics;
using AesModes.Tests.Backends;

namespace AesModes.Tests.Limits;

/// <summary>How much of a sweep runs where there are no vectors; the rest of the rules is <see cref="Sweep"/>'s.</summary>
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

    /// <summary>So many of them in their order, chosen by the printed seed; all where there are no more, or in an exhaustive run.</summary>
    public static int[] Thin(IEnumerable<int> all, int count)
    {
        int[] whole = [.. all];
        return Sweep.IsExhaustive || whole.Length <= count ? whole : [.. Sweep.Thin(Sweep.Start(), count, whole).Order()];
    }
}
