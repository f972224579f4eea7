using System.Runtime.Intrinsics.Arm;

namespace AesModes.Backends.Software;

/// <summary>Carry-less products of eight pairs of bytes. The tests implement them in plain arithmetic, too.</summary>
internal interface IByteProducts
{
    static abstract bool IsSupported { get; }

    /// <summary>Multiplies the low halves: PMULL on bytes.</summary>
    static abstract Vector128<ushort> MultiplyLower(Vector128<byte> left, Vector128<byte> right);

    /// <summary>Multiplies the high halves: PMULL2 on bytes.</summary>
    static abstract Vector128<ushort> MultiplyUpper(Vector128<byte> left, Vector128<byte> right);
}

/// <summary>The instructions, which every ARM64 processor has.</summary>
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
