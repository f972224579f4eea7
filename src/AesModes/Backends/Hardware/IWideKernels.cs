namespace AesModes.Backends.Hardware;

/// <summary>
/// The functions of <c>src/AesModes.Wide/aesmodes_wide.c</c>: AES on two or four blocks per instruction, which .NET does not expose. Sizes are in bytes and
/// multiples of a batch. Source and destination are the same memory or disjoint.
/// </summary>
internal unsafe interface IWideKernels
{
    /// <summary>The width of the AES instructions in bits.</summary>
    static abstract int Width { get; }

    /// <summary>Whether the CPU has the instructions, and the functions are loaded and give correct results.</summary>
    static abstract bool IsLoaded { get; }

    /// <summary>The batch size of counter mode and AES-GCM-SIV in bytes.</summary>
    static abstract int Batch { get; }

    /// <summary>The sizes in bytes, here and below, from which a function gains more than its call costs (measured with benchmarks/ratios wide).</summary>
    static virtual int LeastCtrSize => 2048;

    static virtual int LeastDecryptionSize => 1024;

    static virtual int LeastAezSize => 16384;

    /// <summary>Counter mode of RFC 8452: the first 32 bits are a little-endian counter modulo 2³².</summary>
    static abstract void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    /// <summary>Counter mode of SP 800-38A. The last 64 bits of the counter must not wrap.</summary>
    static abstract void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    /// <summary>Counter mode of RFC 8452, and POLYVAL of the plaintext with 16 powers of H.</summary>
    static abstract void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size);

    /// <summary>AEZ-core's first pass. It advances the multiple of I and adds each X to the sum.</summary>
    static abstract void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size);

    /// <summary>AEZ-core's second pass, in place. It advances the multiple of I and adds each Y to the sum.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">The multiple of I of the first group. Receives that of the next one.</param>
    /// <param name="sum">The sum of Y.</param>
    /// <param name="s">S ⊕ 3J.</param>
    /// <param name="text">W_i ⊕ I ‖ X_i. Receives C_i ‖ C′_i.</param>
    /// <param name="size">The size of <paramref name="text"/>.</param>
    static abstract void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size);
}
