namespace AesModes.Modes;

/// <summary>The kernels that AEZ needs. Names are the specification's. <see cref="AezKey"/> defines the layout of the keys.</summary>
/// <remarks>
/// Block and whitening are interchangeable. ARM64's AESE overwrites its first operand. So callers pass first the one that they do not need again, or that was
/// computed earlier.
/// </remarks>
internal interface IAezKernels : IKernels
{
    /// <summary>AES4(block ⊕ whitening) ⊕ addend.</summary>
    static abstract Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    /// <summary>AES10(block ⊕ whitening) ⊕ addend.</summary>
    static abstract Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    /// <summary>AEZ-hash of any number of whole blocks: the sum of E^{j,i}(B_i), i = 1, 2, ….</summary>
    static abstract Vector128<byte> AezHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks);

    /// <summary>AEZ-core's first pass, over whole pairs. It writes W_i ⊕ I ‖ X_i to the destination.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">
    /// 2^⌈i/8⌉·I of the first pair, which begins a group of eight. It is passed by reference, because a copy would be one more place with a secret.
    /// </param>
    /// <param name="source">M_i ‖ M′_i: a multiple of 32 bytes.</param>
    /// <param name="destination">The same memory as the source, or disjoint.</param>
    /// <returns>The sum of X_i.</returns>
    static abstract Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>AEZ-core's second pass, in place over the result of the first. It writes C_i ‖ C′_i.</summary>
    /// <param name="keys">The expanded key.</param>
    /// <param name="multipleOfI">As in the first pass.</param>
    /// <param name="sx">S_x, the first summand of S.</param>
    /// <param name="sy">S_y, the second summand, which is known later.</param>
    /// <param name="text">The result of the first pass: a multiple of 32 bytes.</param>
    /// <returns>The sum of Y_i.</returns>
    static abstract Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, in Vector128<byte> sx, Vector128<byte> sy, Span<byte> text);
}
