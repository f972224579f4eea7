namespace AesModes.Backends.Hardware;

/// <summary>
/// AES on two or four blocks an instruction, which .NET does not expose: the functions of <c>src/AesModes.Wide/aesmodes_wide.c</c>. Sizes are in bytes and
/// multiples of a batch. Sources and destinations are the same memory or disjoint.
/// </summary>
internal unsafe interface IWideKernels
{
    /// <summary>The width of AES, in bits.</summary>
    static abstract int Width { get; }

    /// <summary>Whether the functions are loaded and gave right answers, on a CPU that has their instructions.</summary>
    static abstract bool IsLoaded { get; }

    /// <summary>The batch of counter mode and AES-GCM-SIV, in bytes.</summary>
    static abstract int Batch { get; }

    /// <summary>The sizes from which a function gains more than its call costs: benchmarks/ratios wide.</summary>
    static virtual int LeastCtrSize => 2048;

    static virtual int LeastDecryptionSize => 1024;

    static virtual int LeastAezSize => 16384;

    /// <summary>Counter mode of RFC 8452: the first 32 bits count, little-endian, modulo 2³².</summary>
    static abstract void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    /// <summary>Counter mode of SP 800-38A, as far as the last 64 bits do not wrap.</summary>
    static abstract void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    /// <summary>Counter mode of RFC 8452, and POLYVAL of the plaintext by 16 powers of H.</summary>
    static abstract void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size);

    /// <summary>AEZ-core's first pass. The multiple of I moves on, and the sum of X is added.</summary>
    static abstract void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size);

    /// <summary>AEZ-core's second pass, in place. The multiple of I moves on, and the sum of Y is added.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">As in the first pass.</param>
    /// <param name="sum">As in the first pass.</param>
    /// <param name="s">S ⊕ 3J.</param>
    /// <param name="text">W_i ⊕ I ‖ X_i, which become C_i ‖ C′_i.</param>
    /// <param name="size">The size of the text.</param>
    static abstract void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size);
}
