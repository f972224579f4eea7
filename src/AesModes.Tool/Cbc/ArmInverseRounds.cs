using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Tool.Cbc;

/// <summary>
/// <see cref="IInverseRounds"/> on ARM64: each round adds the key that the one before left owing. AESD and AESIMC stand side by side, which
/// is what cores fuse.
/// </summary>
internal readonly struct ArmInverseRounds<TRaw> : IInverseRounds
    where TRaw : struct, IArmInverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesInverseMixColumns(TRaw.AesDecrypt(state, previousKey));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesDecrypt(state, previousKey) ^ lastKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InverseMixColumns(Vector128<byte> key) => TRaw.AesInverseMixColumns(key);
}
