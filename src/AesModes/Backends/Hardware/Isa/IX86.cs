namespace AesModes.Backends.Hardware;

/// <summary>x86's instructions: AES-NI, PCLMULQDQ and SSSE3, and VPCLMULQDQ on CPUs that have it. The tests implement them in plain arithmetic too.</summary>
internal interface IX86 : IAesInstructions
{
    /// <summary>Whether VPCLMULQDQ on 256-bit vectors is supported.</summary>
    static abstract bool IsMultiply256Supported { get; }

    /// <summary>Whether VPCLMULQDQ on 512-bit vectors is supported.</summary>
    static abstract bool IsMultiply512Supported { get; }

    /// <inheritdoc cref="IMultiply{TVector}.SlowsAes"/>
    static virtual bool SlowsAesBeside512Bits => false;

    /// <summary>The product of the low halves in each 128-bit lane.</summary>
    static abstract Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>The product of the high halves in each 128-bit lane.</summary>
    static abstract Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>low · high ⊕ high · low in each 128-bit lane.</summary>
    static abstract Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right);

    /// <inheritdoc cref="MultiplyLow(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right);

    /// <inheritdoc cref="MultiplyHigh(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right);

    /// <inheritdoc cref="MultiplyCross(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right);
}
