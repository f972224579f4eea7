using System.Runtime.InteropServices;
using SharpFuzz;
using SharpFuzz.Common;

namespace AesModes.CoverageFuzz;

/// <summary>Selects the code that reports coverage to the fuzzer.</summary>
internal static class Instrumentation
{
    private const int MapSize = 1 << 16;

    /// <summary>Rewrites the assemblies. Omits the kernels: they have no branches, and instrumentation would slow them down.</summary>
    public static void Apply(string[] assemblies)
    {
        foreach (string assembly in assemblies)
        {
            int types = Fuzzer.Instrument(assembly, name => !name.StartsWith("AesModes.Backends.", StringComparison.Ordinal), Options.Value).Count();
            Console.WriteLine($"{Path.GetFileName(assembly)}: {types} types");
        }
    }

    /// <summary>Provides coverage memory, because instrumented code writes to it even without a fuzzer.</summary>
    public static unsafe void StartWithoutFuzzer() => Trace.SharedMem = (byte*)NativeMemory.AllocZeroed(MapSize);

    /// <summary>Forgets the previous input's last location, so that the first edge does not depend on that input.</summary>
    public static void Restart() => Trace.PrevLocation = 0;
}
