namespace AesModes.Modes;

/// <summary>The arguments of a call of <see cref="AesGcmSiv"/>. They are passed on as one argument, which the kernel unpacks.</summary>
internal readonly ref struct GcmSivMessage
{
    // References instead of spans, because the sizes are known: 12, the source's length, and 16. Short messages wait for every store.
    private readonly ref byte _nonce;
    private readonly ref byte _destination;
    private readonly ref byte _tag;

    public readonly ReadOnlySpan<byte> AssociatedData;

    /// <summary>The plaintext for encryption, the ciphertext for decryption.</summary>
    public readonly ReadOnlySpan<byte> Source;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public GcmSivMessage(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> tag)
    {
        _nonce = ref MemoryMarshal.GetReference(nonce);
        AssociatedData = associatedData;
        Source = source;
        _destination = ref MemoryMarshal.GetReference(destination);
        _tag = ref MemoryMarshal.GetReference(tag);
    }

    public ReadOnlySpan<byte> Nonce
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateReadOnlySpan(ref _nonce, GcmSiv.NonceSize);
    }

    /// <summary>The output, as long as the source.</summary>
    public Span<byte> Destination
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref _destination, Source.Length);
    }

    /// <summary>The tag. Encryption writes it; decryption reads it.</summary>
    public Span<byte> Tag
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref _tag, GcmSiv.TagSize);
    }

    /// <summary>The number of blocks of associated data and source.</summary>
    public int Blocks
    {
        // 32-bit arithmetic, unlike CountBlocks: it saves instructions before a small message's kernel.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)((((uint)AssociatedData.Length + BlockSize - 1) / BlockSize) + (((uint)Source.Length + BlockSize - 1) / BlockSize));
    }

    /// <summary>Whether source and associated data have at most one block each.</summary>
    public bool IsOneBlock
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Source.Length <= BlockSize && AssociatedData.Length <= BlockSize;
    }
}
