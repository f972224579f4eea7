using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace AesModes.Tool.Cbc;

/// <summary>The instructions themselves.</summary>
internal readonly struct X86Inverse : IX86Inverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key) => Aes.Decrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesDecryptLast(Vector128<byte> state, Vector128<byte> key) => Aes.DecryptLast(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state) => Aes.InverseMixColumns(state);
}
