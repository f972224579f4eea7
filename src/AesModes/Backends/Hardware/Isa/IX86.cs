namespace AesModes.Backends.Hardware;

/// <summary>x86's instructions: AES-NI, PCLMULQDQ and SSSE3, and VPCLMULQDQ where there is one. The tests have a twin in plain arithmetic.</summary>
internal interface IX86 : IAesInstructions
{
    /// <summary>VPCLMULQDQ on 256-bit vectors.</summary>
    static abstract bool IsMultiply256Supported { get; }

    /// <summary>VPCLMULQDQ on 512-bit vectors.</summary>
    static abstract bool IsMultiply512Supported { get; }

    /// <inheritdoc cref="IMultiply{TVector}.SlowsAes"/>
    static virtual bool SlowsAesBeside512Bits => false;

    /// <summary>In each 128 bits the product of the low halves.</summary>
    static abstract Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>In each 128 bits the product of the high halves.</summary>
    static abstract Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right);

    /// <summary>In each 128 bits low · high ⊕ high · low.</summary>
    static abstract Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right);

    /// <inheritdoc cref="MultiplyLow(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right);

    /// <inheritdoc cref="MultiplyHigh(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right);

    /// <inheritdoc cref="MultiplyCross(Vector256{ulong}, Vector256{ulong})"/>
    static abstract Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right);
}
