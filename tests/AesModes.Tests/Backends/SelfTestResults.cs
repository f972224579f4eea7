using System.Runtime.CompilerServices;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>Accesses a backend's record of the self-tests that have run.</summary>
internal static class SelfTestResults
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_gcmSivTests")]
    public static extern ref GcmSivTests? GcmSiv(Backend backend);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_aezTests")]
    public static extern ref AezTests? Aez(Backend backend);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_ctrTests")]
    public static extern ref CtrTests? Ctr(Backend backend);
}
