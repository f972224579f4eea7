namespace AesModes.Backends.Hardware;

/// <summary>The x86 instructions that kernels issue, one a method. The tests have a twin in plain arithmetic.</summary>
internal interface IX86
{
    /// <summary>AES-NI, PCLMULQDQ, SSSE3 and SSE4.1: all that the 128-bit kernels issue.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>VPCLMULQDQ on 256-bit vectors.</summary>
    static abstract bool IsMultiply256Supported { get; }

    /// <summary>VPCLMULQDQ on 512-bit vectors.</summary>
    static abstract bool IsMultiply512Supported { get; }

    /// <summary>AESENC: MixColumns(ShiftRows(SubBytes(state))) ⊕ key.</summary>
    static abstract Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESENC three times, with one key after the other.</summary>
    static abstract Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3);

    /// <summary>AESENC of two states with one key.</summary>
    static abstract void AesEncrypt(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> key);

    /// <summary>AESENC of four states with one key.</summary>
    static abstract void AesEncrypt(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> key);

    /// <summary>AESENCLAST: ShiftRows(SubBytes(state)) ⊕ key.</summary>
    static abstract Vector128<byte> AesEncryptLast(Vector128<byte> state, Vector128<byte> key);

    /// <summary>PSHUFB: byte i of the result is byte indices[i] of the value, zero where the index has its top bit set.</summary>
    static abstract Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices);

    /// <summary>PCLMULQDQ 0x00.</summary>
    static abstract Vector128<ulong> MultiplyLowLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>PCLMULQDQ 0x10.</summary>
    static abstract Vector128<ulong> MultiplyLowHigh(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>PCLMULQDQ 0x01.</summary>
    static abstract Vector128<ulong> MultiplyHighLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>PCLMULQDQ 0x11.</summary>
    static abstract Vector128<ulong> MultiplyHighHigh(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>VPCLMULQDQ 0x00 on 256 bits.</summary>
    static abstract Vector256<ulong> MultiplyLowLow(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>VPCLMULQDQ 0x10 on 256 bits.</summary>
    static abstract Vector256<ulong> MultiplyLowHigh(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>VPCLMULQDQ 0x01 on 256 bits.</summary>
    static abstract Vector256<ulong> MultiplyHighLow(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>VPCLMULQDQ 0x11 on 256 bits.</summary>
    static abstract Vector256<ulong> MultiplyHighHigh(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>VPCLMULQDQ 0x00 on 512 bits.</summary>
    static abstract Vector512<ulong> MultiplyLowLow(Vector512<ulong> left, Vector512<ulong> right);

    /// <summary>VPCLMULQDQ 0x10 on 512 bits.</summary>
    static abstract Vector512<ulong> MultiplyLowHigh(Vector512<ulong> left, Vector512<ulong> right);

    /// <summary>VPCLMULQDQ 0x01 on 512 bits.</summary>
    static abstract Vector512<ulong> MultiplyHighLow(Vector512<ulong> left, Vector512<ulong> right);

    /// <summary>VPCLMULQDQ 0x11 on 512 bits.</summary>
    static abstract Vector512<ulong> MultiplyHighHigh(Vector512<ulong> left, Vector512<ulong> right);
}
