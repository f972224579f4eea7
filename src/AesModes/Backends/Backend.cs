using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using AesModes.Backends.Software;
using AesModes.Modes;

namespace AesModes.Backends;

/// <summary>
/// The one place that knows which backends there are and chooses. A value of this type is a backend to hand around; it makes the mode
/// objects that run on it.
/// </summary>
internal abstract class Backend
{
    /// <summary>Set in runtimeconfig.json, a project's RuntimeHostConfigurationOption or by AppContext.SetSwitch before the first use.</summary>
    public const string DisableHardwareSwitch = "AesModes.DisableHardware";

    /// <summary>All there are, the fastest first. For tests and tools: a first use makes no more of them than it takes to find its own.</summary>
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

    /// <summary>What this process runs on, decided once; null where nothing runs: on a big-endian machine.</summary>
    public static Backend? Default { get; } = Choose(AppContext.TryGetSwitch(DisableHardwareSwitch, out bool disabled) && disabled);

    public abstract string Name { get; }

    public abstract string Description { get; }

    public abstract bool IsSupported { get; }

    public abstract bool IsHardwareAccelerated { get; }

    public abstract GcmSiv CreateGcmSiv(ReadOnlySpan<byte> key);

    public abstract AezCipher CreateAez(ReadOnlySpan<byte> key, int tagSize);

    public abstract CtrCipher CreateCtr(ReadOnlySpan<byte> key);

    /// <summary>Whether the machine computes rightly what this backend asks of it, tried anew with a few constants.</summary>
    public abstract bool PassesCheck();

    public static Backend? Choose(bool disableHardware) => Choose(At, disableHardware);

    /// <summary>The first that runs; software where that one's instructions do not compute rightly: such a machine's others are not trusted either.</summary>
    /// <param name="at">The backends by their place, the fastest first; null behind the last.</param>
    /// <param name="disableHardware">To take software in any case.</param>
    public static Backend? Choose(Func<int, Backend?> at, bool disableHardware)
    {
        for (int place = 0; at(place) is { } backend; place++)
        {
            if (backend.IsSupported && !(disableHardware && backend.IsHardwareAccelerated))
            {
                return backend.IsHardwareAccelerated && !backend.PassesCheck() ? Choose(at, disableHardware: true) : backend;
            }
        }

        return null;
    }

    /// <summary>The default, or the exception that a constructor owes where there is none.</summary>
    public static Backend Require() =>
        Default ?? throw new PlatformNotSupportedException("AesModes runs on little-endian machines only.");

    public sealed override string ToString() => $"{Name} ({Description})";

    private static Backend? At(int place) => place switch
    {
        0 => X86Multiply512,
        1 => X86Multiply256,
        2 => X86Multiply128,
        3 => ArmMultiply128,
        4 => Software512,
        5 => Software256,
        6 => Software128,
        _ => null,
    };

    // A method each: the runtime loads all types that a method names before it runs, and these are many.
    private static Backend X86Multiply512 => Backend<HardwareBackend<X86Rounds<X86>, Multiply512<X86>, Vector512<ulong>>>.Instance;

    private static Backend X86Multiply256 => Backend<HardwareBackend<X86Rounds<X86>, Multiply256<X86>, Vector256<ulong>>>.Instance;

    private static Backend X86Multiply128 => Backend<HardwareBackend<X86Rounds<X86>, Multiply128<X86Rounds<X86>>, Vector128<ulong>>>.Instance;

    private static Backend ArmMultiply128 => Backend<HardwareBackend<ArmRounds<Arm>, Multiply128<ArmRounds<Arm>>, Vector128<ulong>>>.Instance;

    private static Backend Software512 => Backend<SoftwareBackend<Lane512, Vector512<byte>>>.Instance;

    private static Backend Software256 => Backend<SoftwareBackend<Lane256, Vector256<byte>>>.Instance;

    private static Backend Software128 => Backend<SoftwareBackend<Lane128, Vector128<byte>>>.Instance;
}

/// <inheritdoc/>
internal sealed class Backend<TBackend> : Backend
    where TBackend : struct, IBackend
{
    /// <summary>The one that <see cref="Backend.All"/> has.</summary>
    public static Backend<TBackend> Instance { get; } = new();

    public override string Name => TBackend.Name;

    public override string Description => TBackend.Description;

    public override bool IsSupported => BitConverter.IsLittleEndian && TBackend.IsSupported;

    public override bool IsHardwareAccelerated => TBackend.IsHardwareAccelerated;

    public override bool PassesCheck() => TBackend.PassesCheck();

    public override GcmSiv CreateGcmSiv(ReadOnlySpan<byte> key) => new GcmSiv<TBackend>(key);

    public override AezCipher CreateAez(ReadOnlySpan<byte> key, int tagSize) => new AezCipher<TBackend>(key, tagSize);

    public override CtrCipher CreateCtr(ReadOnlySpan<byte> key) => new CtrCipher<TBackend>(key);
}
