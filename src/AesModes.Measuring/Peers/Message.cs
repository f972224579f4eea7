namespace AesModes.Measuring.Peers;

/// <summary>What all peers of a comparison are given. All arrays are pinned, so that a native library can be handed their addresses.</summary>
internal sealed class Message
{
    /// <param name="keySize">In bytes.</param>
    /// <param name="plaintextSize">In bytes.</param>
    /// <param name="associatedDataSize">In bytes.</param>
    /// <param name="nonceSize">In bytes.</param>
    public Message(int keySize, int plaintextSize, int associatedDataSize = 0, int nonceSize = 12)
    {
        // Always the same bytes, so that two runs can be compared; no peer's time depends on them.
        Random random = new(8452);
        Key = Fill(random, keySize);
        Nonce = Fill(random, nonceSize);
        Plaintext = Fill(random, plaintextSize);
        AssociatedData = Fill(random, associatedDataSize);
    }

    private Message(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData)
    {
        Key = key;
        Nonce = nonce;
        Plaintext = plaintext;
        AssociatedData = associatedData;
    }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] Plaintext { get; }

    public byte[] AssociatedData { get; }

    /// <summary>Of pinned copies.</summary>
    public static Message CopyOf(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData) => new(
        Cut(key, key.Length), Cut(nonce, nonce.Length), Cut(plaintext, plaintext.Length), Cut(associatedData, associatedData.Length));

    /// <summary>The same plaintext and associated data for a peer whose key and nonce are shorter: those of this message cut off.</summary>
    /// <param name="keySize">In bytes.</param>
    /// <param name="nonceSize">In bytes.</param>
    public Message Cut(int keySize, int nonceSize) => new(Cut(Key, keySize), Cut(Nonce, nonceSize), Plaintext, AssociatedData);

    /// <summary>A pinned copy of the first bytes.</summary>
    private static byte[] Cut(byte[] bytes, int size)
    {
        byte[] cut = GC.AllocateArray<byte>(size, pinned: true);
        bytes.AsSpan(0, size).CopyTo(cut);
        return cut;
    }

    private static byte[] Fill(Random random, int size)
    {
        byte[] bytes = PlacedArray.Allocate(size, 0);

        // A gibibyte of random bytes would take seconds: what is longer repeats, twice as much each time.
        int filled = Math.Min(size, 1 << 20);
        random.NextBytes(bytes.AsSpan(0, filled));
        for (; filled < size; filled += Math.Min(filled, size - filled))
        {
            bytes.AsSpan(0, Math.Min(filled, size - filled)).CopyTo(bytes.AsSpan(filled));
        }

        return bytes;
    }
}
