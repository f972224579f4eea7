using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary><see cref="EmulatedX86"/>, but one instruction gives one bit wrong: see <see cref="Fault"/>.</summary>
internal readonly struct FaultyX86 : IX86
{
    public static bool IsSupported => true;

    public static bool IsMultiply256Supported => true;

    public static bool IsMultiply512Supported => true;

    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedX86.AesEncrypt(state, key));

    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        AesEncrypt(AesEncrypt(AesEncrypt(state, key1), key2), key3);

    public static void AesEncrypt(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key) =>
        (s0, s1) = (AesEncrypt(s0, key), AesEncrypt(s1, key));

    public static void AesEncrypt(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key) =>
        (s0, s1, s2, s3) = (AesEncrypt(s0, key), AesEncrypt(s1, key), AesEncrypt(s2, key), AesEncrypt(s3, key));

    public static Vector128<byte> AesEncryptLast(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedX86.AesEncryptLast(state, key));

    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => EmulatedX86.Shuffle(value, indices);

    public static Vector128<ulong> MultiplyLowLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedX86.MultiplyLowLow(left, right));

    public static Vector128<ulong> MultiplyLowHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedX86.MultiplyLowHigh(left, right));

    public static Vector128<ulong> MultiplyHighLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedX86.MultiplyHighLow(left, right));

    public static Vector128<ulong> MultiplyHighHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedX86.MultiplyHighHigh(left, right));

    public static Vector256<ulong> MultiplyLowLow(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(EmulatedX86.MultiplyLowLow(left, right));

    public static Vector256<ulong> MultiplyLowHigh(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(EmulatedX86.MultiplyLowHigh(left, right));

    public static Vector256<ulong> MultiplyHighLow(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(EmulatedX86.MultiplyHighLow(left, right));

    public static Vector256<ulong> MultiplyHighHigh(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(EmulatedX86.MultiplyHighHigh(left, right));

    public static Vector512<ulong> MultiplyLowLow(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(EmulatedX86.MultiplyLowLow(left, right));

    public static Vector512<ulong> MultiplyLowHigh(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(EmulatedX86.MultiplyLowHigh(left, right));

    public static Vector512<ulong> MultiplyHighLow(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(EmulatedX86.MultiplyHighLow(left, right));

    public static Vector512<ulong> MultiplyHighHigh(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(EmulatedX86.MultiplyHighHigh(left, right));
}
