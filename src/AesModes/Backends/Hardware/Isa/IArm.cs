namespace AesModes.Backends.Hardware;

/// <summary>
/// The ARM64 instructions that kernels issue: one a method, but for AESE and AESMC, which cores fuse only where they are adjacent. The tests have a twin
/// in plain arithmetic.
/// </summary>
internal interface IArm
{
    /// <summary>The crypto extension (AESE, AESMC, PMULL) and AdvSimd (TBL).</summary>
    static abstract bool IsSupported { get; }

    /// <summary>AESE: ShiftRows(SubBytes(state ⊕ key)).</summary>
    static abstract Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESMC: MixColumns.</summary>
    static abstract Vector128<byte> AesMixColumns(Vector128<byte> state);

    /// <summary>AESE and AESMC.</summary>
    static abstract Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESE and AESMC three times, with one key after the other.</summary>
    static abstract Vector128<byte> AesRound(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3);

    /// <summary>AESE and AESMC of two states with one key.</summary>
    static abstract void AesRound(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key);

    /// <summary>AESE and AESMC of four states with one key.</summary>
    static abstract void AesRound(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key);

    /// <summary>TBL: byte i of the result is byte indices[i] of the value, zero where the index is above 15.</summary>
    static abstract Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices);

    /// <summary>PMULL: the product of the low halves.</summary>
    static abstract Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>PMULL2: the product of the high halves.</summary>
    static abstract Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right);
}
