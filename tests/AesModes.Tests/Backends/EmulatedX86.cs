using System.Runtime.CompilerServices;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary><see cref="IX86"/> in plain arithmetic, from FIPS 197 and Intel's manual, so that kernels run on every machine. Not inlined, because kernels contain hundreds of these calls.</summary>
internal readonly struct EmulatedX86 : IX86, IEmulatedRounds<EmulatedX86>
{
    public static string Name => X86.Name;

    public static bool IsMultiply256Supported => true;

    public static bool IsMultiply512Supported => true;

    public static bool IsSupported => true;

    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state ^ firstKey;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        Fault.In(EmulatedAes.SubBytesShiftRowsMixColumns(state) ^ key);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => Round(state, previousKey, key);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        Fault.In(EmulatedAes.SubBytesShiftRows(state) ^ lastKey);

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
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right) =>
        Fault.In(Multiply(left, right, 0, 1) ^ Multiply(left, right, 1, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right) =>
        Fault.In(Multiply(left, right, 0, 1) ^ Multiply(left, right, 1, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 0, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right) => Fault.In(Multiply(left, right, 1, 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right) =>
        Fault.In(Multiply(left, right, 0, 1) ^ Multiply(left, right, 1, 0));

    private static Vector128<ulong> Multiply(Vector128<ulong> left, Vector128<ulong> right, int leftHalf, int rightHalf) =>
        EmulatedProduct.Multiply(left.GetElement(leftHalf), right.GetElement(rightHalf));

    /// <summary>The wide instructions multiply in each 128-bit lane.</summary>
    private static Vector256<ulong> Multiply(Vector256<ulong> left, Vector256<ulong> right, int leftHalf, int rightHalf) => Vector256.Create(
        Multiply(left.GetLower(), right.GetLower(), leftHalf, rightHalf), Multiply(left.GetUpper(), right.GetUpper(), leftHalf, rightHalf));

    private static Vector512<ulong> Multiply(Vector512<ulong> left, Vector512<ulong> right, int leftHalf, int rightHalf) => Vector512.Create(
        Multiply(left.GetLower(), right.GetLower(), leftHalf, rightHalf), Multiply(left.GetUpper(), right.GetUpper(), leftHalf, rightHalf));
}
