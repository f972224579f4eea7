using System.Runtime.Intrinsics.Arm;

namespace AesModes.Backends.Software;

/// <summary>Carry-less products of eight pairs of bytes. The tests have a twin in plain arithmetic.</summary>
internal interface IByteProducts
{
    static abstract bool IsSupported { get; }

    /// <summary>PMULL on bytes: of the low halves.</summary>
    static abstract Vector128<ushort> MultiplyLower(Vector128<byte> left, Vector128<byte> right);

    /// <summary>PMULL2 on bytes: of the high halves.</summary>
    static abstract Vector128<ushort> MultiplyUpper(Vector128<byte> left, Vector128<byte> right);
}

/// <summary>The instructions themselves, which every ARM64 has.</summary>
internal readonly struct ArmByteProducts : IByteProducts
{
    public static bool IsSupported => AdvSimd.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> MultiplyLower(Vector128<byte> left, Vector128<byte> right) =>
        AdvSimd.PolynomialMultiplyWideningLower(left.GetLower(), right.GetLower());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> MultiplyUpper(Vector128<byte> left, Vector128<byte> right) =>
        AdvSimd.PolynomialMultiplyWideningUpper(left, right);
}
