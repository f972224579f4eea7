using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Tool.Cbc;

/// <summary><see cref="IInverseRounds"/> on x86: previousKey has been added already, by whitening or by the round before.</summary>
internal readonly struct X86InverseRounds<TRaw> : IInverseRounds
    where TRaw : struct, IX86Inverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state ^ firstKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => TRaw.AesDecrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesDecryptLast(state, lastKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InverseMixColumns(Vector128<byte> key) => TRaw.AesInverseMixColumns(key);
}
