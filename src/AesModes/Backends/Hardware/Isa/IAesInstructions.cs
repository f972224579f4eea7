namespace AesModes.Backends.Hardware;

/// <summary>AES rounds and 128-bit carry-less multiplies, as kernels use them: x86 and ARM share the kernels' source.</summary>
/// <remarks>
/// x86's AESENC adds the round key after MixColumns, ARM's AESE before SubBytes. A round gets both neighbouring keys, so neither needs an extra instruction: x86
/// uses the key that ends the round, ARM the key that begins it. Between rounds, a state is therefore complete on x86 and has a key pending on ARM.
/// <see cref="LastRound"/> and <see cref="WholeRound"/> add that key.
/// </remarks>
internal interface IAesInstructions
{
    static abstract string Name { get; }

    static abstract bool IsSupported { get; }

    /// <summary>The first AddRoundKey.</summary>
    static abstract Vector128<byte> Whiten(Vector128<byte> state, Vector128<byte> firstKey);

    /// <summary>SubBytes, ShiftRows, MixColumns, AddRoundKey.</summary>
    static abstract Vector128<byte> Round(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>
    /// Three consecutive rounds with four keys. This method and those for several states save compile time: the JIT spends most of its time on inlining, and inlines
    /// one method instead of several.
    /// </summary>
    static abstract Vector128<byte> Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3);

    /// <summary>A round on two states.</summary>
    static abstract void Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>A round on four states.</summary>
    static abstract void Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>A round whose result is complete: no key is pending.</summary>
    static abstract Vector128<byte> WholeRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key);

    /// <summary>SubBytes, ShiftRows, AddRoundKey.</summary>
    static abstract Vector128<byte> LastRound(Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> lastKey);

    /// <summary>Byte i of the result is byte indices[i] of the value. Indices are 0 to 15.</summary>
    static abstract Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices);

    /// <summary>The product of the low halves.</summary>
    static abstract Vector128<ulong> MultiplyLow(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>The product of the high halves.</summary>
    static abstract Vector128<ulong> MultiplyHigh(Vector128<ulong> left, Vector128<ulong> right);

    /// <summary>low · high ⊕ high · low.</summary>
    static abstract Vector128<ulong> MultiplyCross(Vector128<ulong> left, Vector128<ulong> right);
}
