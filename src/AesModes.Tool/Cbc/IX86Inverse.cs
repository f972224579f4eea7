using System.Runtime.Intrinsics;

namespace AesModes.Tool.Cbc;

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
