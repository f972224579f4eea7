using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>Those that .NET 9 does not have: the constant-time check, which is built for it, leaves out this file.</summary>
internal readonly partial struct X86
{
    // Not where AVX-512VL goes without the 512-bit form: then .NET 10's compiler assigns ymm16 to ymm31 to VPCLMULQDQ and encodes it in VEX form,
    // which cannot name them, so products are wrong (docs/vpclmulqdq-encoding.md).
    public static bool IsMultiply256Supported =>
        IsSupported && Pclmulqdq.V256.IsSupported && Avx2.IsSupported && (Pclmulqdq.V512.IsSupported || !Avx512F.VL.IsSupported);

    // Vector512.IsHardwareAccelerated is false on CPUs where .NET prefers 256 bits; what counts is that the instructions are there.
    public static bool IsMultiply512Supported => IsSupported && Pclmulqdq.V512.IsSupported && Avx512F.IsSupported;

    // Intel's cores turn off one of the two ports with an AES unit while 512-bit instructions are under way.
    public static bool SlowsAesBeside512Bits => Vendor.IsIntel;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right) => Pclmulqdq.V256.CarrylessMultiply(left, right, 0x00);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right) => Pclmulqdq.V256.CarrylessMultiply(left, right, 0x11);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right) =>
        Pclmulqdq.V256.CarrylessMultiply(left, right, 0x10) ^ Pclmulqdq.V256.CarrylessMultiply(left, right, 0x01);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right) => Pclmulqdq.V512.CarrylessMultiply(left, right, 0x00);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right) => Pclmulqdq.V512.CarrylessMultiply(left, right, 0x11);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right) =>
        Pclmulqdq.V512.CarrylessMultiply(left, right, 0x10) ^ Pclmulqdq.V512.CarrylessMultiply(left, right, 0x01);

    private static class Vendor
    {
        // CPUID leaf 0 has "GenuineIntel" in EBX, EDX and ECX.
        public static readonly bool IsIntel = X86Base.IsSupported && X86Base.CpuId(0, 0) is (_, 0x756E6547, 0x6C65746E, 0x49656E69);
    }
}
