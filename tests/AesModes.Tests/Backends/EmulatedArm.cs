using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary>ARM64's instructions in plain arithmetic, from FIPS 197 and the Arm manual, so that its kernels run on every machine.</summary>
[StructLayout(LayoutKind.Sequential, Size = 2)]
internal readonly struct EmulatedArm : IEmulatedRounds<EmulatedArm>
{
    public static string Name => Arm.Name;

    public static bool IsSupported => true;

    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    /// <summary>AESE.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedAes.SubBytesShiftRows(state ^ key));

    /// <summary>AESMC.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesMixColumns(Vector128<byte> state) => Fault.In(EmulatedAes.MixColumns(state));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => AesMixColumns(AesEncrypt(state, previousKey));

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => Round(state, previousKey, key) ^ key;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) => AesEncrypt(state, previousKey) ^ lastKey;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices)
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right)
    {
        Vector128<ulong> swapped = Vector128.Create(right.GetElement(1), right.GetElement(0));
        return MultiplyLow(left, swapped) ^ MultiplyHigh(left, swapped);
    }
}
