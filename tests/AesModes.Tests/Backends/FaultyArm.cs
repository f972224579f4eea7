using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary><see cref="EmulatedArm"/>, but one instruction gives one bit wrong: see <see cref="Fault"/>.</summary>
internal readonly struct FaultyArm : IArm
{
    public static bool IsSupported => true;

    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Fault.In(EmulatedArm.AesEncrypt(state, key));

    public static Vector128<byte> AesMixColumns(Vector128<byte> state) => Fault.In(EmulatedArm.AesMixColumns(state));

    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key) => AesMixColumns(AesEncrypt(state, key));

    public static Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        AesRound(AesRound(AesRound(state, key1), key2), key3);

    public static void AesRound(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key)
    {
        s0 = AesMixColumns(AesEncrypt(s0, key));
        s1 = AesMixColumns(AesEncrypt(s1, key));
    }

    public static void AesRound(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key)
    {
        s0 = AesMixColumns(AesEncrypt(s0, key));
        s1 = AesMixColumns(AesEncrypt(s1, key));
        s2 = AesMixColumns(AesEncrypt(s2, key));
        s3 = AesMixColumns(AesEncrypt(s3, key));
    }

    public static Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices) => EmulatedArm.TableLookup(value, indices);

    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedArm.MultiplyLow(left, right));

    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => Fault.In(EmulatedArm.MultiplyHigh(left, right));
}
