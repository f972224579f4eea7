namespace AesModes.Backends;

/// <summary>The kernels of all modes for one kind of machine.</summary>
internal interface IBackend : IGcmSivKernels, IAezKernels
{
    /// <summary>One word: x86-wide, x86, arm or software.</summary>
    static abstract string Name { get; }

    /// <summary>The instructions and their width.</summary>
    static abstract string Description { get; }

    static abstract bool IsSupported { get; }

    static abstract bool IsHardwareAccelerated { get; }

    /// <summary>Whether the backend has native code. Only <see cref="WideAes.TryEnable"/> chooses such a backend.</summary>
    static virtual bool HasNativeCode => false;

    /// <summary>Encrypts each block separately. The modes do not call it. Tests, benchmarks and the tool compare AES with its standard, and software's kernels use it.</summary>
    static abstract void EncryptBlocks(ReadOnlySpan<Vector128<byte>> roundKeys, ReadOnlySpan<byte> source, Span<byte> destination);
}
