namespace AesModes.Benchmarks.Peers;

/// <summary>What all peers of a comparison are given. All arrays are pinned, so that a native library can be handed their addresses.</summary>
internal sealed class Message
{
    /// <param name="keySize">In bytes.</param>
    /// <param name="plaintextSize">In bytes.</param>
    /// <param name="associatedDataSize">In bytes.</param>
    public Message(int keySize, int plaintextSize, int associatedDataSize = 0)
    {
        // Always the same bytes, so that two runs can be compared; no peer's time depends on them.
        Random random = new(8452);
        Key = Fill(random, keySize);
        Nonce = Fill(random, 12);
        Plaintext = Fill(random, plaintextSize);
        AssociatedData = Fill(random, associatedDataSize);
    }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] Plaintext { get; }

    public byte[] AssociatedData { get; }

    private static byte[] Fill(Random random, int size)
    {
        byte[] bytes = GC.AllocateArray<byte>(size, pinned: true);
        random.NextBytes(bytes);
        return bytes;
    }
}
