using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Tests.Reference;
using AesModes.Tool.Cbc;

namespace AesModes.Tests.Backends;

/// <summary><see cref="IArmInverse"/> in plain arithmetic, from FIPS 197 and the instructions' definitions in the Arm manual: ARM64's decryption runs over it on every machine.</summary>
internal readonly struct EmulatedArmInverse : IArmInverse
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key)
    {
        Span<byte> bytes = stackalloc byte[16];
        (state ^ key).CopyTo(bytes);
        ReferenceInverseAes.InverseShiftRows(bytes);
        ReferenceInverseAes.InverseSubBytes(bytes);
        return Vector128.Create<byte>(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state)
    {
        Span<byte> bytes = stackalloc byte[16];
        state.CopyTo(bytes);
        ReferenceInverseAes.InverseMixColumns(bytes);
        return Vector128.Create<byte>(bytes);
    }
}
