using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>The instructions themselves.</summary>
internal readonly partial struct X86 : IX86
{
    // With DOTNET_EnableSSE42=0 .NET reports AES without SSSE3, so each set is asked for.
    public static bool IsSupported => Aes.IsSupported && Pclmulqdq.IsSupported && Ssse3.IsSupported && Sse41.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key) => Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        Aes.Encrypt(Aes.Encrypt(Aes.Encrypt(state, key1), key2), key3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void AesEncrypt(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key)
    {
        s0 = Aes.Encrypt(s0, key);
        s1 = Aes.Encrypt(s1, key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void AesEncrypt(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key)
    {
        s0 = Aes.Encrypt(s0, key);
        s1 = Aes.Encrypt(s1, key);
        s2 = Aes.Encrypt(s2, key);
        s3 = Aes.Encrypt(s3, key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesEncryptLast(Vector128<byte> state, Vector128<byte> key) => Aes.EncryptLast(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => Ssse3.Shuffle(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLowLow(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x00);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLowHigh(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x10);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHighLow(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x01);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHighHigh(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x11);
}
