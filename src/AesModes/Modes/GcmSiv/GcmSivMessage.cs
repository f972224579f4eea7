namespace AesModes.Modes;

/// <summary>What a caller of <see cref="AesGcmSiv"/> passed. It travels as one argument, which a kernel unpacks.</summary>
internal readonly ref struct GcmSivMessage
{
    // References without sizes, which are known: 12, the source's, and 16. A short message waits for every store.
    private readonly ref byte _nonce;
    private readonly ref byte _destination;
    private readonly ref byte _tag;

    public readonly ReadOnlySpan<byte> AssociatedData;

    /// <summary>The plaintext of an encryption, the ciphertext of a decryption.</summary>
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

    /// <summary>Has the size of the source.</summary>
    public Span<byte> Destination
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref _destination, Source.Length);
    }

    /// <summary>Encryption writes it; decryption reads it.</summary>
    public Span<byte> Tag
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateSpan(ref _tag, GcmSiv.TagSize);
    }

    /// <summary>The number of blocks of associated data and text.</summary>
    public int Blocks
    {
        // In 32 bits, unlike CountBlocks: fewer instructions before a small message's kernel.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)((((uint)AssociatedData.Length + BlockSize - 1) / BlockSize) + (((uint)Source.Length + BlockSize - 1) / BlockSize));
    }

    /// <summary>Whether the text and the associated data have at most one block each.</summary>
    public bool IsOneBlock
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Source.Length <= BlockSize && AssociatedData.Length <= BlockSize;
    }
}
