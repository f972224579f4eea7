using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The rounds of the equivalent inverse cipher (FIPS 197 §5.3.5), as kernels see them: the same text for x86 and ARM. They come in the
/// order of encryption's, so that each is given both neighbouring keys as <see cref="IAesInstructions"/>'s are, for the same reason: between rounds a
/// state is whole on x86 and owes a key on ARM.
/// </summary>
internal interface IInverseRounds
{
    static abstract Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey);

    /// <summary>InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey.</summary>
    static abstract Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>InvSubBytes, InvShiftRows, AddRoundKey.</summary>
    static abstract Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey);

    /// <summary>What turns all round keys but the first and the last into this cipher's.</summary>
    static abstract Vector128<byte> InverseMixColumns(Vector128<byte> key);
}

/// <summary><see cref="IInverseRounds"/> on x86: previousKey has been added already, by whitening or by the round before.</summary>
internal readonly struct X86InverseRounds<TRaw> : IInverseRounds
    where TRaw : struct, IX86Inverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state ^ firstKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) => TRaw.AesDecrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesDecryptLast(state, lastKey);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InverseMixColumns(Vector128<byte> key) => TRaw.AesInverseMixColumns(key);
}

/// <summary>
/// <see cref="IInverseRounds"/> on ARM64: each round adds the key that the one before left owing. AESD and AESIMC stand side by side, which
/// is what cores fuse.
/// </summary>
internal readonly struct ArmInverseRounds<TRaw> : IInverseRounds
    where TRaw : struct, IArmInverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey) => state;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key) =>
        TRaw.AesInverseMixColumns(TRaw.AesDecrypt(state, previousKey));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey) =>
        TRaw.AesDecrypt(state, previousKey) ^ lastKey;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InverseMixColumns(Vector128<byte> key) => TRaw.AesInverseMixColumns(key);
}

/// <summary>The x86 instructions that decryption issues beside the library's, one a method. They are there where AESENC is. The tests have a twin in plain arithmetic.</summary>
internal interface IX86Inverse
{
    /// <summary>AESDEC: InvMixColumns(InvSubBytes(InvShiftRows(state))) ⊕ key.</summary>
    static abstract Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESDECLAST: InvSubBytes(InvShiftRows(state)) ⊕ key.</summary>
    static abstract Vector128<byte> AesDecryptLast(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESIMC: InvMixColumns.</summary>
    static abstract Vector128<byte> AesInverseMixColumns(Vector128<byte> state);
}

internal readonly struct X86Inverse : IX86Inverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key) => X86Aes.Decrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesDecryptLast(Vector128<byte> state, Vector128<byte> key) => X86Aes.DecryptLast(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state) => X86Aes.InverseMixColumns(state);
}

/// <summary>The ARM64 instructions that decryption issues beside the library's, one a method. They are there where AESE is. The tests have a twin in plain arithmetic.</summary>
internal interface IArmInverse
{
    /// <summary>AESD: InvSubBytes(InvShiftRows(state ⊕ key)).</summary>
    static abstract Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESIMC: InvMixColumns.</summary>
    static abstract Vector128<byte> AesInverseMixColumns(Vector128<byte> state);
}

internal readonly struct ArmInverse : IArmInverse
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key) => ArmAes.Decrypt(state, key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AesInverseMixColumns(Vector128<byte> state) => ArmAes.InverseMixColumns(state);
}
