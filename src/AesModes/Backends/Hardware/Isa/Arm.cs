using System.Runtime.Intrinsics.Arm;

namespace AesModes.Backends.Hardware;

/// <summary>
/// ARM64's instructions. AESE adds its key before SubBytes, so each round adds the key that the previous one left pending, and whitening costs nothing. Only
/// <see cref="LastRound"/> and <see cref="WholeRound"/> add two keys. Cores fuse adjacent AESE and AESMC, so one method issues both.
/// A kernel must use its key variables again after the rounds. Otherwise the JIT moves AESMC's result to another register, and cores do not fuse.
/// </summary>
/// <remarks>The size of two bytes tells <see cref="AezPasses{TAes}"/> that it runs on ARM.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 2)]
internal readonly struct Arm : IAesInstructions
{
    public static string Name => "arm";

    // In .NET, Aes.IsSupported means both FEAT_AES and FEAT_PMULL.
    public static bool IsSupported => Aes.IsSupported && AdvSimd.Arm64.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => Aes.MixColumns(Aes.Encrypt(state, previousKey));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        Aes.MixColumns(Aes.Encrypt(Aes.MixColumns(Aes.Encrypt(Aes.MixColumns(Aes.Encrypt(state, previousKey)), key1)), key2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key)
    {
        s0 = Aes.MixColumns(Aes.Encrypt(s0, previousKey));
        s1 = Aes.MixColumns(Aes.Encrypt(s1, previousKey));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key)
    {
        s0 = Aes.MixColumns(Aes.Encrypt(s0, previousKey));
        s1 = Aes.MixColumns(Aes.Encrypt(s1, previousKey));
        s2 = Aes.MixColumns(Aes.Encrypt(s2, previousKey));
        s3 = Aes.MixColumns(Aes.Encrypt(s3, previousKey));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        Aes.MixColumns(Aes.Encrypt(state, previousKey)) ^ key;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        Aes.Encrypt(state, previousKey) ^ lastKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => AdvSimd.Arm64.VectorTableLookup(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningLower(left.GetLower(), right.GetLower()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningUpper(left, right).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right)
    {
        Vector128<ulong> swapped = Vector128.Shuffle(right, Vector128.Create(1UL, 0UL));
        return MultiplyLow(left, swapped) ^ MultiplyHigh(left, swapped);
    }
}
