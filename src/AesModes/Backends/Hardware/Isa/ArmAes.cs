namespace AesModes.Backends.Hardware;

/// <summary>
/// <see cref="IAesInstructions"/> on ARM64: each round adds the key that the one before left owing, so whitening is free and only the last
/// round adds two. AESE and AESMC are one method of <see cref="IArm"/>, as cores fuse the two.
/// </summary>
/// <remarks>Two bytes: by its size <see cref="AezPasses{TAes}"/> knows it.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 2)]
internal readonly struct ArmAes<TRaw> : IAesInstructions
    where TRaw : struct, IArm
{
    public static string Name => "arm";

    public static bool IsSupported => TRaw.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesRound(state, previousKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        TRaw.AesRound(state, previousKey, key1, key2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesRound(ref s0, ref s1, previousKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesRound(ref s0, ref s1, ref s2, ref s3, previousKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesRound(state, previousKey) ^ key;

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
