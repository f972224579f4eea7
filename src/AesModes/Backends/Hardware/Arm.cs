using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
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
    public static Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices) => AdvSimd.Arm64.VectorTableLookup(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningLower(left.GetLower(), right.GetLower()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) =>
        Aes.PolynomialMultiplyWideningUpper(left, right).AsUInt64();
}
