using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>The backends of the library that run here.</summary>
internal static class OwnBackends
{
    public static Backend Software { get; } = Backend.All.Single(backend => !backend.IsHardwareAccelerated);

    public static IEnumerable<Backend> Hardware => Backend.All.Where(backend => backend.IsSupported && backend.IsHardwareAccelerated);
}
