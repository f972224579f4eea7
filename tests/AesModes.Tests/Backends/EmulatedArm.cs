using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary>
/// <see cref="IArm"/> in plain arithmetic, from FIPS 197 and the instructions' definitions in the Arm manual: the ARM64 kernels run over
/// it on every machine.
/// </summary>
internal readonly struct EmulatedArm : IArm
{
    public static bool IsSupported => true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedAes.SubBytesShiftRows(state ^ key));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesMixColumns(Vector128<byte> state) => Fault.In(EmulatedAes.MixColumns(state));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key) => AesMixColumns(AesEncrypt(state, key));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        AesRound(AesRound(AesRound(state, key1), key2), key3);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void AesRound(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key)
    {
        s0 = AesMixColumns(AesEncrypt(s0, key));
        s1 = AesMixColumns(AesEncrypt(s1, key));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void AesRound(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key)
    {
        s0 = AesMixColumns(AesEncrypt(s0, key));
        s1 = AesMixColumns(AesEncrypt(s1, key));
        s2 = AesMixColumns(AesEncrypt(s2, key));
        s3 = AesMixColumns(AesEncrypt(s3, key));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices)
    {
        Span<byte> result = stackalloc byte[16];
        for (int i = 0; i < 16; i++)
        {
            int index = EmulatedProduct.At(indices, i);
            result[i] = index > 15 ? (byte)0 : EmulatedProduct.At(value, index);
        }

        return Vector128.Create<byte>(result);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) =>
        Fault.In(EmulatedProduct.Multiply(left.GetElement(0), right.GetElement(0)));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) =>
        Fault.In(EmulatedProduct.Multiply(left.GetElement(1), right.GetElement(1)));
}
