using System.Runtime.Intrinsics;

namespace AesModes.Tool.Cbc;

/// <summary>The ARM64 instructions that decryption issues beside the library's, one a method. They are there where AESE is. The tests have a twin in plain arithmetic.</summary>
internal interface IArmInverse
{
    /// <summary>AESD: InvSubBytes(InvShiftRows(state ⊕ key)).</summary>
    static abstract Vector128<byte> AesDecrypt(Vector128<byte> state, Vector128<byte> key);

    /// <summary>AESIMC: InvMixColumns.</summary>
    static abstract Vector128<byte> AesInverseMixColumns(Vector128<byte> state);
}
