using System.Runtime.InteropServices;
using SharpFuzz;
using SharpFuzz.Common;

namespace AesModes.CoverageFuzz;

/// <summary>Which code tells the fuzzer where it went.</summary>
internal static class Instrumentation
{
    private const int MapSize = 1 << 16;

    /// <summary>Changes the files. The kernels stay as they are: they have no branches, and would become slow.</summary>
    public static void Apply(string[] assemblies)
    {
        foreach (string assembly in assemblies)
        {
            int types = Fuzzer.Instrument(assembly, name => !name.StartsWith("AesModes.Backends.", StringComparison.Ordinal), Options.Value).Count();
            Console.WriteLine($"{Path.GetFileName(assembly)}: {types} types");
        }
    }

    /// <summary>Instrumented code writes where it went even when no fuzzer gave it memory for that.</summary>
    public static unsafe void StartWithoutFuzzer() => Trace.SharedMem = (byte*)NativeMemory.AllocZeroed(MapSize);

    /// <summary>An edge is two places; before an input's first there is none, whatever ran before.</summary>
    public static void Restart() => Trace.PrevLocation = 0;
}
