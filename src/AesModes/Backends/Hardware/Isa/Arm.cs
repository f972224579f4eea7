using System.Runtime.Intrinsics.Arm;

namespace AesModes.Backends.Hardware;

/// <summary>The instructions themselves.</summary>
internal readonly struct Arm : IArm
{
    // Aes.IsSupported is FEAT_AES together with FEAT_PMULL in .NET.
    public static bool IsSupported => Aes.IsSupported && AdvSimd.Arm64.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesMixColumns(Vector128<byte> state) => Aes.MixColumns(state);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key) => Aes.MixColumns(Aes.Encrypt(state, key));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        Aes.MixColumns(Aes.Encrypt(Aes.MixColumns(Aes.Encrypt(Aes.MixColumns(Aes.Encrypt(state, key1)), key2)), key3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void AesRound(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key)
    {
        s0 = Aes.MixColumns(Aes.Encrypt(s0, key));
        s1 = Aes.MixColumns(Aes.Encrypt(s1, key));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void AesRound(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key)
    {
        s0 = Aes.MixColumns(Aes.Encrypt(s0, key));
        s1 = Aes.MixColumns(Aes.Encrypt(s1, key));
        s2 = Aes.MixColumns(Aes.Encrypt(s2, key));
        s3 = Aes.MixColumns(Aes.Encrypt(s3, key));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices) => AdvSimd.Arm64.VectorTableLookup(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningLower(left.GetLower(), right.GetLower()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningUpper(left, right).AsUInt64();
}
