using System.Security.Cryptography;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;

namespace AesModes.Backends;

/// <summary>A backend, which creates the mode objects that run on it. Only this class knows all backends, and chooses one.</summary>
internal abstract class Backend
{
    /// <summary>The AppContext switch. Set it in runtimeconfig.json, as a project's RuntimeHostConfigurationOption, or with AppContext.SetSwitch before the first use.</summary>
    public const string DisableHardwareSwitch = "AesModes.DisableHardware";

    private static Backend? _default = Choose(IsHardwareDisabled);

    private GcmSivTests? _gcmSivTests;
    private AezTests? _aezTests;
    private CtrTests? _ctrTests;

    /// <summary>All backends, the fastest first. For tests and tools. Otherwise a process creates backends only until it finds its own.</summary>
    public static IReadOnlyList<Backend> All
    {
        get
        {
            List<Backend> all = [];
            for (int place = 0; At(place) is { } backend; place++)
            {
                all.Add(backend);
            }

            return all;
        }
    }

    /// <summary>
    /// The backend of this process; null on a big-endian machine. It changes if a self-test fails (<see cref="MoveOn"/>), or with <see cref="TryMakeWideDefault"/>.
    /// </summary>
    public static Backend? Default => Volatile.Read(in _default);

    /// <summary>The BackendDescription of the public classes.</summary>
    public static string DefaultDescription => Default?.ToString() ?? "none (the machine is big-endian)";

    public abstract string Name { get; }

    public abstract string Description { get; }

    public abstract bool IsSupported { get; }

    public abstract bool IsHardwareAccelerated { get; }

    /// <inheritdoc cref="IBackend.HasNativeCode"/>
    public abstract bool HasNativeCode { get; }

    // Two threads may create one of these at the same time. Then some self-tests run twice.
    public GcmSivTests GcmSivTests => _gcmSivTests ??= new(this);

    public AezTests AezTests => _aezTests ??= new(this);

    public CtrTests CtrTests => _ctrTests ??= new(this);

    /// <summary>The known-answer self-tests of all modes.</summary>
    public IReadOnlyList<SelfTest> SelfTests => [.. GcmSivTests.List, .. AezTests.List, .. CtrTests.List];

    /// <param name="key">The key.</param>
    /// <param name="isTrial">Whether a self-test uses the object, which then must not wait for test results.</param>
    public abstract GcmSiv CreateGcmSiv(ReadOnlySpan<byte> key, bool isTrial = false);

    /// <inheritdoc cref="CreateGcmSiv"/>
    public abstract AezCipher CreateAez(ReadOnlySpan<byte> key, int tagSize, bool isTrial = false);

    /// <inheritdoc cref="CreateGcmSiv"/>
    public abstract CtrCipher CreateCtr(ReadOnlySpan<byte> key, bool isTrial = false);

    /// <summary>Calls a generic method with the type of this backend's kernels: for tests, benchmarks and the tool.</summary>
    public abstract TResult Call<TResult>(IBackendCall<TResult> call);

    public static Backend? Choose(bool disableHardware) => Choose(At, disableHardware);

    /// <summary>Returns the first backend without native code that runs on this machine.</summary>
    /// <param name="at">Returns the backend at a place in the list, the fastest first; null after the last.</param>
    /// <param name="disableHardware">Whether to skip backends with AES instructions.</param>
    /// <param name="first">The place where the search begins.</param>
    public static Backend? Choose(Func<int, Backend?> at, bool disableHardware, int first = 0)
    {
        for (int place = first; at(place) is { } backend; place++)
        {
            if (!backend.HasNativeCode && backend.IsSupported && !(disableHardware && backend.IsHardwareAccelerated))
            {
                return backend;
            }
        }

        return null;
    }

    /// <summary>Returns the next backend that runs, after this one failed a self-test. If this one is the default, the next one becomes the default.</summary>
    /// <exception cref="CryptographicException">This is the last backend.</exception>
    public Backend MoveOn()
    {
        Backend next = After(At);
        _ = Interlocked.CompareExchange(ref _default, next, this);
        return next;
    }

    /// <summary>Returns the next backend in the list that runs. If the list lacks this backend, as it lacks those of tests, it returns the first one that runs.</summary>
    /// <param name="at">Returns the backend at a place in the list, the fastest first; null after the last.</param>
    /// <exception cref="CryptographicException">This is the last backend.</exception>
    public Backend After(Func<int, Backend?> at)
    {
        int place = 0;
        while (at(place) is { } backend && backend != this)
        {
            place++;
        }

        return Choose(at, IsHardwareDisabled, at(place) is null ? 0 : place + 1)
            ?? throw new CryptographicException("A self-test failed on every backend of AesModes: this machine or runtime gives wrong results. Nothing was encrypted or decrypted.");
    }

    /// <summary>Makes the backend with native code the default, once.</summary>
    /// <returns>Whether it is the default now.</returns>
    public static bool TryMakeWideDefault()
    {
        Backend wide = Wide.Instance;
        return Default == wide;
    }

    /// <summary>Returns the default, or throws a constructor's exception if there is none.</summary>
    public static Backend Require() =>
        Default ?? throw new PlatformNotSupportedException("AesModes runs on little-endian machines only.");

    public sealed override string ToString() => $"{Name} ({Description})";

    private static class Wide
    {
        public static Backend Instance { get; } = MakeDefault();

        // Once: a later call must not undo the choice after a failed self-test.
        private static Backend MakeDefault()
        {
            Backend wide = X86Wide512.IsSupported ? X86Wide512 : X86Wide256;
            if (!IsHardwareDisabled)
            {
                _ = Interlocked.CompareExchange(ref _default, wide, wide.After(At));
            }

            return wide;
        }
    }

    private static bool IsHardwareDisabled => AppContext.TryGetSwitch(DisableHardwareSwitch, out bool disabled) && disabled;

    private static Backend? At(int place) => place switch
    {
        0 => X86Wide512,
        1 => X86Wide256,
        2 => X86Multiply512,
        3 => X86Multiply256,
        4 => X86Multiply128,
        5 => ArmMultiply128,
        6 => Software512,
        7 => Software256,
        8 => Software128,
        _ => null,
    };

    // One property for each: before a method runs, the runtime loads all types that it names, and these are many.
    private static Backend X86Wide512 => Backend<WideBackend<Wide512, X86, Multiply512<X86>, Vector512<ulong>>>.Instance;

    private static Backend X86Wide256 => Backend<WideBackend<Wide256, X86, Multiply256<X86>, Vector256<ulong>>>.Instance;

    private static Backend X86Multiply512 => Backend<HardwareBackend<X86, Multiply512<X86>, Vector512<ulong>>>.Instance;

    private static Backend X86Multiply256 => Backend<HardwareBackend<X86, Multiply256<X86>, Vector256<ulong>>>.Instance;

    private static Backend X86Multiply128 => Backend<HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>>.Instance;

    private static Backend ArmMultiply128 => Backend<HardwareBackend<Arm, Multiply128<Arm>, Vector128<ulong>>>.Instance;

    private static Backend Software512 => Backend<SoftwareBackend<Lane512, Vector512<byte>>>.Instance;

    private static Backend Software256 => Backend<SoftwareBackend<Lane256, Vector256<byte>>>.Instance;

    private static Backend Software128 => Backend<SoftwareBackend<Lane128, Vector128<byte>>>.Instance;
}

/// <inheritdoc/>
internal sealed class Backend<TBackend> : Backend
    where TBackend : struct, IBackend
{
    /// <summary>The instance in <see cref="Backend.All"/>.</summary>
    public static Backend<TBackend> Instance { get; } = new();

    public override string Name => TBackend.Name;

    public override string Description => TBackend.Description;

    public override bool IsSupported => BitConverter.IsLittleEndian && TBackend.IsSupported;

    public override bool IsHardwareAccelerated => TBackend.IsHardwareAccelerated;

    public override bool HasNativeCode => TBackend.HasNativeCode;

    public override TResult Call<TResult>(IBackendCall<TResult> call) => call.On<TBackend>();

    public override GcmSiv CreateGcmSiv(ReadOnlySpan<byte> key, bool isTrial = false) =>
        isTrial || SelfTest.IsLazy || GcmSivTests.PassAll() ? new GcmSiv<TBackend>(this, key, isTrial) : MoveOn().CreateGcmSiv(key);

    public override AezCipher CreateAez(ReadOnlySpan<byte> key, int tagSize, bool isTrial = false) =>
        isTrial || (SelfTest.IsLazy ? key.Length == AezCipher.ExtractedKeySize || AezTests.Pass(Modes.AezTests.Key) : AezTests.PassAll())
            ? new AezCipher<TBackend>(this, key, tagSize, isTrial)
            : MoveOn().CreateAez(key, tagSize);

    public override CtrCipher CreateCtr(ReadOnlySpan<byte> key, bool isTrial = false) =>
        isTrial || SelfTest.IsLazy || CtrTests.PassAll() ? new CtrCipher<TBackend>(this, key, isTrial) : MoveOn().CreateCtr(key);
}

/// <summary>A method that needs the type of a backend's kernels.</summary>
internal interface IBackendCall<out TResult>
{
    TResult On<TBackend>()
        where TBackend : struct, IBackend;
}
