using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The rounds of the equivalent inverse cipher (FIPS 197 §5.3.5), as kernels use them: x86 and ARM share the kernels' source. As in <see cref="IAesInstructions"/>,
/// and for the same reason, each round gets both neighbouring keys: between rounds, a state is complete on x86 and has a key pending on ARM.
/// </summary>
internal interface IInverseRounds
{
    static abstract Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey);

    /// <summary>InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey.</summary>
    static abstract Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>InvSubBytes, InvShiftRows, AddRoundKey.</summary>
    static abstract Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey);

    /// <summary>Converts a round key to this cipher's; not for the first and the last.</summary>
    static abstract Vector128<byte> InverseMixColumns(Vector128<byte> key);
}

/// <summary><see cref="IInverseRounds"/> on x86: whitening or the previous round has already added previousKey.</summary>
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

/// <summary><see cref="IInverseRounds"/> on ARM64: each round adds the key that the previous one left pending. Cores fuse AESD and AESIMC, which are adjacent.</summary>
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

/// <summary>The x86 instructions that only decryption uses, one per method. Every CPU with AESENC has them. The tests implement them in plain arithmetic too.</summary>
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

/// <summary>The ARM64 instructions that only decryption uses, one per method. Every CPU with AESE has them. The tests implement them in plain arithmetic too.</summary>
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
