using System.Runtime.CompilerServices;
using AesModes.Tool.Cbc;

namespace AesModes.Tests.Backends;

/// <summary><see cref="IX86Inverse"/> in plain arithmetic, from FIPS 197 and Intel's manual, so that decryption runs on every machine.</summary>
internal readonly struct EmulatedX86Inverse : IX86Inverse
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key) =>
        EmulatedAes.InverseMixColumns(EmulatedAes.InverseShiftRowsSubBytes(state)) ^ key;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesDecryptLast(Vector128<byte> state, Vector128<byte> key) => EmulatedAes.InverseShiftRowsSubBytes(state) ^ key;

    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state) => EmulatedAes.InverseMixColumns(state);
}

/// <summary><see cref="IArmInverse"/> in plain arithmetic, from FIPS 197 and the Arm manual, so that ARM64's decryption runs on every machine.</summary>
internal readonly struct EmulatedArmInverse : IArmInverse
{
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key) => EmulatedAes.InverseShiftRowsSubBytes(state ^ key);

    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state) => EmulatedAes.InverseMixColumns(state);
}
