using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>Which byte of a counter block counts: a constant to the JIT, so that one text serves all.</summary>
internal interface ICounter
{
    /// <summary>The counter so many blocks on.</summary>
    static abstract Vector128<byte> Advance(Vector128<byte> counter, uint blocks);
}

/// <summary>RFC 8452 §4: the first four bytes, little-endian, and no carry out of them.</summary>
internal readonly struct GcmSivCounter : ICounter
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Advance(Vector128<byte> counter, uint blocks) => (counter.AsUInt32() + Vector128.CreateScalar(blocks)).AsByte();
}

/// <summary>SP 800-38A's counter, big-endian, as long as only its last byte changes.</summary>
internal readonly struct LastByteCounter : ICounter
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Advance(Vector128<byte> counter, uint blocks) => counter + Vector128.Create(0, (ulong)blocks << 56).AsByte();
}
