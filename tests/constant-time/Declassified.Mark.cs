using AesModes.ConstantTime;

namespace AesModes.Backends;

/// <summary>What has no body in the library.</summary>
internal static partial class Declassified
{
    static partial void Mark<T>(ref T value)
        where T : unmanaged =>
        Secret.Declassify(MemoryMarshal.AsBytes(new Span<T>(ref value)));
}
