namespace AesModes.Backends.Hardware;

/// <summary><see cref="IAesInstructions"/> on x86: previousKey has been added already, by whitening or by the round before.</summary>
internal readonly struct X86Aes<TRaw> : IAesInstructions
    where TRaw : struct, IX86
{
    public static string Name => "x86";

    public static bool IsSupported => TRaw.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state ^ firstKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => TRaw.AesEncrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        TRaw.AesEncrypt(state, key1, key2, key3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesEncrypt(ref s0, ref s1, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesEncrypt(ref s0, ref s1, ref s2, ref s3, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesEncrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesEncryptLast(state, lastKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => TRaw.Shuffle(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => TRaw.MultiplyLowLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => TRaw.MultiplyHighHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right) =>
        TRaw.MultiplyLowHigh(left, right) ^ TRaw.MultiplyHighLow(left, right);
}
