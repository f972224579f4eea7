using System.Runtime.CompilerServices;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>Where a backend keeps which of its self-tests have run.</summary>
internal static class SelfTestResults
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_gcmSivTests")]
    public static extern ref GcmSivTests? GcmSiv(Backend backend);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_aezTests")]
    public static extern ref AezTests? Aez(Backend backend);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_ctrTests")]
    public static extern ref CtrTests? Ctr(Backend backend);
}
