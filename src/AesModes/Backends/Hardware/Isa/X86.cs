using System.Runtime.Intrinsics.X86;

namespace AesModes.Backends.Hardware;

/// <summary>x86's instructions. AESENC adds its key at the end of the round: whitening or the previous round has already added previousKey.</summary>
/// <remarks>The methods call the intrinsics directly: the JIT spends its time on methods to inline, and kernels make hundreds of these calls.</remarks>
internal readonly partial struct X86 : IX86
{
    public static string Name => "x86";

    // With DOTNET_EnableSSE42=0, .NET reports AES without SSSE3, so this checks each instruction set.
    public static bool IsSupported => Aes.IsSupported && Pclmulqdq.IsSupported && Ssse3.IsSupported && Sse41.IsSupported && !IsEncodedForVaes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state ^ firstKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        Aes.Encrypt(Aes.Encrypt(Aes.Encrypt(state, key1), key2), key3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key)
    {
        s0 = Aes.Encrypt(s0, key);
        s1 = Aes.Encrypt(s1, key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key)
    {
        s0 = Aes.Encrypt(s0, key);
        s1 = Aes.Encrypt(s1, key);
        s2 = Aes.Encrypt(s2, key);
        s3 = Aes.Encrypt(s3, key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => Aes.Encrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) => Aes.EncryptLast(state, lastKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => Ssse3.Shuffle(value, indices);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x00);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right) => Pclmulqdq.CarrylessMultiply(left, right, 0x11);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right) =>
        Pclmulqdq.CarrylessMultiply(left, right, 0x10) ^ Pclmulqdq.CarrylessMultiply(left, right, 0x01);
}
