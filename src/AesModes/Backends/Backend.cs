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

    /// <summary>All there are, the fastest first.</summary>
    public static IReadOnlyList<Backend> All { get; } =
    [
        new Backend<HardwareBackend<X86Rounds<X86>, Multiply512<X86>, Vector512<ulong>>>(),
        new Backend<HardwareBackend<X86Rounds<X86>, Multiply256<X86>, Vector256<ulong>>>(),
        new Backend<HardwareBackend<X86Rounds<X86>, Multiply128<X86Rounds<X86>>, Vector128<ulong>>>(),
        new Backend<HardwareBackend<ArmRounds<Arm>, Multiply128<ArmRounds<Arm>>, Vector128<ulong>>>(),
        new Backend<SoftwareBackend<Lane512, Vector512<byte>>>(),
        new Backend<SoftwareBackend<Lane256, Vector256<byte>>>(),
        new Backend<SoftwareBackend<Lane128, Vector128<byte>>>(),
    ];

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

    public static Backend? Choose(bool disableHardware) => Choose(All, disableHardware);

    /// <summary>The first that runs; software where that one's instructions do not compute rightly: such a machine's others are not trusted either.</summary>
    public static Backend? Choose(IReadOnlyList<Backend> backends, bool disableHardware)
    {
        Backend? first = backends.FirstOrDefault(b => b.IsSupported && !(disableHardware && b.IsHardwareAccelerated));
        return first is { IsHardwareAccelerated: true } && !first.PassesCheck() ? Choose(backends, disableHardware: true) : first;
    }

    /// <summary>The default, or the exception that a constructor owes where there is none.</summary>
    public static Backend Require() =>
        Default ?? throw new PlatformNotSupportedException("AesModes runs on little-endian machines only.");

    public sealed override string ToString() => $"{Name} ({Description})";
}

/// <inheritdoc/>
internal sealed class Backend<TBackend> : Backend
    where TBackend : struct, IBackend
{
    public override string Name => TBackend.Name;

    public override string Description => TBackend.Description;

    public override bool IsSupported => BitConverter.IsLittleEndian && TBackend.IsSupported;

    public override bool IsHardwareAccelerated => TBackend.IsHardwareAccelerated;

    public override bool PassesCheck() => TBackend.PassesCheck();

    public override GcmSiv CreateGcmSiv(ReadOnlySpan<byte> key) => new GcmSiv<TBackend>(key);

    public override AezCipher CreateAez(ReadOnlySpan<byte> key, int tagSize) => new AezCipher<TBackend>(key, tagSize);

    public override CtrCipher CreateCtr(ReadOnlySpan<byte> key) => new CtrCipher<TBackend>(key);
}
