using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>Every backend that a test can run on, by name: those of the library and those over emulated instructions.</summary>
internal static class TestBackends
{
    private static readonly Dictionary<string, (Backend Backend, BackendPieces Pieces)> _library =
        Backend.All.ToDictionary(backend => backend.ToString(), backend => (backend, backend.Call(new Creation())));

    private static readonly Dictionary<string, (Backend Backend, BackendPieces Pieces)> _emulated = new[]
    {
        Entry<HardwareBackend<EmulatedX86, Multiply512<EmulatedX86>, Vector512<ulong>>>(),
        Entry<HardwareBackend<EmulatedX86, Multiply256<EmulatedX86>, Vector256<ulong>>>(),
        Entry<HardwareBackend<EmulatedX86, Multiply128<EmulatedX86>, Vector128<ulong>>>(),
        Entry<HardwareBackend<EmulatedArm, Multiply128<EmulatedArm>, Vector128<ulong>>>(),
        Entry<WideBackend<EmulatedWide, X86, Multiply128<X86>, Vector128<ulong>>>(),
    }.ToDictionary(e => $"{e.Backend.Name} emulated ({e.Backend.Description})");

    /// <summary>What the library picks from on other machines than this one, by hand.</summary>
    private static readonly Dictionary<string, (Backend Backend, BackendPieces Pieces)> _parts = new[]
    {
        Entry<BitslicedBackend<Lane512, Vector512<byte>>>(),
        Entry<BitslicedBackend<Lane256, Vector256<byte>>>(),
        Entry<BitslicedBackend<Lane128, Vector128<byte>>>(),
    }.ToDictionary(e => e.Backend.ToString());

    /// <summary>Theory data: one row for each backend, whether this machine can run it or not; for mutants those of <see cref="FastAes"/>.</summary>
    public static TheoryData<string> Names => FastAttribute.IsAlone ? FastAes : [.. _library.Keys, .. _emulated.Keys, .. _parts.Keys];

    /// <summary>Theory data: those whose counter mode looks up FACE's table however long the text. The native code has none.</summary>
    public static TheoryData<string> WithTable => [.. Names.Select(row => row.Data).Where(name => !name.StartsWith("x86-wide", StringComparison.Ordinal))];

    /// <summary>Theory data without the emulated ones: for long messages.</summary>
    public static TheoryData<string> Fast => FastAttribute.IsAlone ? FastAes : [.. _library.Keys];

    /// <summary>Theory data: one of those for each way to do AES, for long tests of what multiplies have no part in.</summary>
    public static TheoryData<string> FastAes => [.. _library.DistinctBy(e => e.Value.Backend.Name).Select(e => e.Key)];

    /// <summary>Those that this process can run.</summary>
    public static string[] Runnable => [.. _library.Concat(_emulated).Concat(_parts).Where(e => e.Value.Backend.IsSupported).Select(e => e.Key)];

    /// <summary>The backend, or a skip that says what the machine lacks.</summary>
    public static Backend Get(string name) => Find(name).Backend;

    /// <summary>The backend's pieces, or a skip that says what the machine lacks.</summary>
    public static BackendPieces GetPieces(string name) => Find(name).Pieces;

    public static bool IsEmulated(string name) => _emulated.ContainsKey(name);

    public static bool IsLibrary(string name) => _library.ContainsKey(name);

    /// <summary>The processor's own instructions, whether this one has them or not.</summary>
    public static bool IsNative(string name) => _library.TryGetValue(name, out (Backend Backend, BackendPieces Pieces) entry) && entry.Backend.IsHardwareAccelerated;

    private static (Backend Backend, BackendPieces Pieces) Find(string name)
    {
        (Backend Backend, BackendPieces Pieces) entry =
            _library.TryGetValue(name, out var library) ? library : _parts.TryGetValue(name, out var part) ? part : _emulated[name];
        if (!entry.Backend.IsSupported)
        {
            string reason = entry.Backend.HasNativeCode ? "AesModes.Wide was not built, or this process does not have the instructions" : "this process does not have the instructions";
            BackendReport.AddSkip(name, reason);
            Assert.Skip($"{name}: {reason}.");
        }

        BackendReport.AddUse(name);
        return entry;
    }

    private static (Backend Backend, BackendPieces Pieces) Entry<TBackend>()
        where TBackend : struct, IBackend =>
        (Backend<TBackend>.Instance, BackendPieces.Of<TBackend>());

    private sealed class Creation : IBackendCall<BackendPieces>
    {
        public BackendPieces On<TBackend>()
            where TBackend : struct, IBackend => BackendPieces.Of<TBackend>();
    }
}
