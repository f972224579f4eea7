using System.Runtime.Intrinsics;
using AesModes.Backends.Hardware;

namespace AesModes.Tool.Cbc;

/// <summary>
/// The rounds of the equivalent inverse cipher (FIPS 197 §5.3.5), as kernels see them: the same text for x86 and ARM. They come in the
/// order of encryption's, so that each is given both neighbouring keys as <see cref="IRounds"/>'s are, for the same reason: between rounds a
/// state is whole on x86 and owes a key on ARM.
/// </summary>
internal interface IInverseRounds
{
    /// <summary>The first AddRoundKey.</summary>
    static abstract Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey);

    /// <summary>InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey.</summary>
    static abstract Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>InvSubBytes, InvShiftRows, AddRoundKey.</summary>
    static abstract Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey);

    /// <summary>What turns all round keys but the first and the last into this cipher's.</summary>
    static abstract Vector128<byte> InverseMixColumns(Vector128<byte> key);
}
