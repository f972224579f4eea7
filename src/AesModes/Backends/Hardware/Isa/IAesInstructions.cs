namespace AesModes.Backends.Hardware;

/// <summary>AES rounds and 128-bit carry-less products, as kernels see them: the same text for x86 and ARM.</summary>
/// <remarks>
/// x86's AESENC adds the round key after MixColumns, ARM's AESE before SubBytes. A round that is given both neighbours fits the two
/// without an extra instruction: x86 uses the key that ends the round, ARM the one that began it. So between rounds a state is whole
/// on x86 and owes a key on ARM; <see cref="LastRound"/> and <see cref="WholeRound"/> settle that.
/// </remarks>
internal interface IAesInstructions
{
    static abstract string Name { get; }

    static abstract bool IsSupported { get; }

    /// <summary>The first AddRoundKey.</summary>
    static abstract Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey);

    /// <summary>SubBytes, ShiftRows, MixColumns, AddRoundKey.</summary>
    static abstract Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>Three rounds in a row, between four keys. Here and below: the JIT inlines one method where it would three, and that is most of its time.</summary>
    static abstract Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3);

    /// <summary>A round of two states.</summary>
    static abstract void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>A round of four states.</summary>
    static abstract void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>A round where the state leaves the rounds: nothing is owed.</summary>
    static abstract Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>SubBytes, ShiftRows, AddRoundKey.</summary>
    static abstract Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey);

    /// <summary>Byte i of the result is byte indices[i] of the value; indices are 0 to 15.</summary>
    static abstract Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices);

    /// <summary>The product of the low halves.</summary>
    static abstract Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>The product of the high halves.</summary>
    static abstract Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>low · high ⊕ high · low.</summary>
    static abstract Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right);
}
