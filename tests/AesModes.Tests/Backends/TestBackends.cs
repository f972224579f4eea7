using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>Every backend that a test can use, by name: the library's, those on emulated instructions, and the bitsliced cores.</summary>
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

    /// <summary>The bitsliced cores at each width, which the library would choose only on other machines.</summary>
    private static readonly Dictionary<string, (Backend Backend, BackendPieces Pieces)> _parts = new[]
    {
        Entry<BitslicedBackend<Lane512, Vector512<byte>>>(),
        Entry<BitslicedBackend<Lane256, Vector256<byte>>>(),
        Entry<BitslicedBackend<Lane128, Vector128<byte>>>(),
    }.ToDictionary(e => e.Backend.ToString());

    /// <summary>Theory data: every backend, whether or not this machine can run it. For mutants, only <see cref="FastAes"/>.</summary>
    public static TheoryData<string> Names => FastAttribute.IsAlone ? FastAes : [.. _library.Keys, .. _emulated.Keys, .. _parts.Keys];

    /// <summary>Theory data: backends whose counter mode uses FACE's table for messages of every length. The native code has no table.</summary>
    public static TheoryData<string> WithTable => [.. Names.Select(row => row.Data).Where(name => !name.StartsWith("x86-wide", StringComparison.Ordinal))];

    /// <summary>Theory data for long messages: backends without emulation.</summary>
    public static TheoryData<string> Fast => FastAttribute.IsAlone ? FastAes : [.. _library.Keys];

    /// <summary>Theory data for long tests that do not depend on the multiply: one backend for each AES implementation.</summary>
    public static TheoryData<string> FastAes => [.. _library.DistinctBy(e => e.Value.Backend.Name).Select(e => e.Key)];

    /// <summary>The backends that this process can run.</summary>
    public static string[] Runnable => [.. _library.Concat(_emulated).Concat(_parts).Where(e => e.Value.Backend.IsSupported).Select(e => e.Key)];

    /// <summary>Returns the backend, or skips the test with the reason why the machine cannot run it.</summary>
    public static Backend Get(string name) => Find(name).Backend;

    /// <summary>Returns the backend's methods, or skips the test with the reason why the machine cannot run it.</summary>
    public static BackendPieces GetPieces(string name) => Find(name).Pieces;

    public static bool IsEmulated(string name) => _emulated.ContainsKey(name);

    public static bool IsLibrary(string name) => _library.ContainsKey(name);

    /// <summary>Whether the backend uses the CPU's own instructions, even if this CPU lacks them.</summary>
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
