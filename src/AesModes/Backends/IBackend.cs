namespace AesModes.Backends;

/// <summary>A machine that all modes run on.</summary>
internal interface IBackend : IGcmSivKernels, IAezKernels
{
    /// <summary>One word: x86-wide, x86, arm or software.</summary>
    static abstract string Name { get; }

    /// <summary>The instructions and their width.</summary>
    static abstract string Description { get; }

    static abstract bool IsSupported { get; }

    static abstract bool IsHardwareAccelerated { get; }

    /// <summary>Whether it has native code, and so is chosen by <see cref="WideAes.TryEnable"/> alone.</summary>
    static virtual bool HasNativeCode => false;

    /// <summary>Encrypts each block by itself. No mode needs it: tests, benchmarks and the tool compare AES with its standard.</summary>
    static abstract void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
}
