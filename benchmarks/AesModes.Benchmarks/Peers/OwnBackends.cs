using AesModes.Backends;

namespace AesModes.Benchmarks.Peers;

/// <summary>The backends of the library that run here.</summary>
internal static class OwnBackends
{
    /// <summary>What this machine would run on without AES instructions.</summary>
    public static Backend Software { get; } = Backend.All.First(backend => backend.IsSupported && !backend.IsHardwareAccelerated);

    public static IEnumerable<Backend> Hardware => Backend.All.Where(backend => backend.IsSupported && backend.IsHardwareAccelerated);
}
