using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>The members that need .NET 10. The constant-time check is built for .NET 9 and replaces this file.</summary>
internal readonly partial struct X86
{
    // If NativeAOT compiles for AVX-512, .NET 10 also encodes 128-bit AES instructions in EVEX form. On a CPU without VAES they end the program
    // (docs/nativeaot-encodings.md).
    private static bool IsEncodedForVaes => !SelfTest.IsLazy && Avx512F.VL.IsSupported && !HasVaes;

    // Excludes CPUs with AVX-512VL but without 512-bit VPCLMULQDQ. There, .NET 10's compiler assigns ymm16 to ymm31 to VPCLMULQDQ and encodes it in VEX form,
    // which cannot name these registers, so products are wrong (docs/nativeaot-encodings.md).
    public static bool IsMultiply256Supported =>
        IsSupported && Pclmulqdq.V256.IsSupported && Avx2.IsSupported && (Pclmulqdq.V512.IsSupported || !Avx512F.VL.IsSupported);

    // Vector512.IsHardwareAccelerated is false on CPUs where .NET prefers 256 bits, although they have the instructions.
    public static bool IsMultiply512Supported => IsSupported && Pclmulqdq.V512.IsSupported && Avx512F.IsSupported;

    // On Intel's cores, one of the two ports with an AES unit is off while 512-bit instructions run.
    public static bool SlowsAesBeside512Bits => Cpu.IsIntel;

    // .NET does not report VAES alone, and in NativeAOT programs Pclmulqdq.V256.IsSupported may be a constant, so this asks the CPU. Ask only after AVX2 or
    // AVX-512: a CPU without CPUID leaf 7 answers with another leaf.
    public static bool HasVaes => Cpu.HasVaes;

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

    private static class Cpu
    {
        // CPUID leaf 0 has "GenuineIntel" in EBX, EDX and ECX.
        public static readonly bool IsIntel = X86Base.IsSupported && X86Base.CpuId(0, 0) is (_, 0x756E6547, 0x6C65746E, 0x49656E69);

        // CPUID leaf 7 has VAES in bit 9 of ECX.
        public static readonly bool HasVaes = X86Base.IsSupported && (X86Base.CpuId(7, 0).Ecx & (1 << 9)) != 0;
    }
}
