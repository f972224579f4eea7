using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>
/// <see cref="IRounds"/> on ARM64: each round adds the key that the one before left owing, so whitening is free and only the last
/// round adds two. AESE and AESMC stand side by side, which is what cores fuse.
/// </summary>
internal readonly struct ArmRounds<TRaw> : IRounds
    where TRaw : struct, IArm
{
    public static string Name => "arm";

    public static bool IsSupported => TRaw.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesMixColumns(TRaw.AesEncrypt(state, previousKey));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesMixColumns(TRaw.AesEncrypt(state, previousKey)) ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesEncrypt(state, previousKey) ^ lastKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => TRaw.TableLookup(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => TRaw.MultiplyLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => TRaw.MultiplyHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right)
    {
        Vector128<ulong> swapped = Vector128.Shuffle(right, Vector128.Create(1UL, 0UL));
        return TRaw.MultiplyLow(left, swapped) ^ TRaw.MultiplyHigh(left, swapped);
    }
}
