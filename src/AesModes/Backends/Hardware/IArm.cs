using System.Runtime.Intrinsics;

namespace AesModes.Backends.Hardware;

/// <summary>The ARM64 instructions that kernels issue, one a method. The tests have a twin in plain arithmetic.</summary>
internal interface IArm
{
    /// <summary>The crypto extension (AESE, AESMC, PMULL) and AdvSimd (TBL).</summary>
    static abstract bool IsSupported { get; }

    /// <summary>AESE: ShiftRows(SubBytes(state ⊕ key)).</summary>
    static abstract Vector128<byte> AesEncrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESMC: MixColumns.</summary>
    static abstract Vector128<byte> AesMixColumns(Vector128<byte> state);

    /// <summary>TBL: byte i of the result is byte indices[i] of the value, zero where the index is above 15.</summary>
    static abstract Vector128<byte> TableLookup(Vector128<byte> value, Vector128<byte> indices);

    /// <summary>PMULL: the product of the low halves.</summary>
    static abstract Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>PMULL2: the product of the high halves.</summary>
    static abstract Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right);
}
