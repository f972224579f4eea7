using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="IX86"/> in plain arithmetic, from FIPS 197 and the instructions' definitions in Intel's manual: kernels run over it on every
/// machine. Not inlined, as kernels issue these by the hundred.
/// </summary>
internal readonly struct EmulatedX86 : IX86
{
    public static bool IsSupported => true;

    public static bool IsMultiply256Supported => true;

    public static bool IsMultiply512Supported => true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) =>
        Fault.In(EmulatedAes.SubBytesShiftRowsMixColumns(state) ^ key);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        AesEncrypt(AesEncrypt(AesEncrypt(state, key1), key2), key3);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void AesEncrypt(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key)
    {
        s0 = AesEncrypt(s0, key);
        s1 = AesEncrypt(s1, key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void AesEncrypt(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key)
    {
        s0 = AesEncrypt(s0, key);
        s1 = AesEncrypt(s1, key);
        s2 = AesEncrypt(s2, key);
        s3 = AesEncrypt(s3, key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesEncryptLast(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedAes.SubBytesShiftRows(state) ^ key);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices)
    {
        Span<byte> result = stackalloc byte[16];
        for (int i = 0; i < 16; i++)
        {
            int index = EmulatedProduct.At(indices, i);
            result[i] = index >= 0x80 ? (byte)0 : EmulatedProduct.At(value, index & 0x0F);
        }

        return Vector128.Create<byte>(result);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyLowLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyLowHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 0, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyHighLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 1, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyHighHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyLowLow(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyLowHigh(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 0, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyHighLow(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 1, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyHighHigh(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyLowLow(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyLowHigh(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 0, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyHighLow(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 1, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyHighHigh(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    private static Vector128<ulong> Multiply(Vector128<ulong> left, Vector128<ulong> right, int leftHalf, int rightHalf) =>
        EmulatedProduct.Multiply(left.GetElement(leftHalf), right.GetElement(rightHalf));

    /// <summary>The wide forms do the same in each 128 bits.</summary>
    private static Vector256<ulong> Multiply(Vector256<ulong> left, Vector256<ulong> right, int leftHalf, int rightHalf) => Vector256.Create(
        Multiply(left.GetLower(), right.GetLower(), leftHalf, rightHalf), Multiply(left.GetUpper(), right.GetUpper(), leftHalf, rightHalf));

    private static Vector512<ulong> Multiply(Vector512<ulong> left, Vector512<ulong> right, int leftHalf, int rightHalf) => Vector512.Create(
        Multiply(left.GetLower(), right.GetLower(), leftHalf, rightHalf), Multiply(left.GetUpper(), right.GetUpper(), leftHalf, rightHalf));
}
