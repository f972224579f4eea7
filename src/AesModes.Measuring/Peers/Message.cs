using System.Runtime.InteropServices;

namespace AesModes.Measuring.Peers;

/// <summary>The input of all peers of a comparison. It is pinned, so that native libraries can receive its addresses.</summary>
internal sealed class Message
{
    /// <summary>All sizes are in bytes.</summary>
    public Message(int keySize, int plaintextSize, int associatedDataSize = 0, int nonceSize = 12)
    {
        // Always the same bytes, so that runs can be compared. No peer's time depends on them.
        Random random = new(8452);
        Key = GC.AllocateArray<byte>(keySize, pinned: true);
        Nonce = GC.AllocateArray<byte>(nonceSize, pinned: true);
        Plaintext = new PlacedBuffer(plaintextSize, 0);
        AssociatedData = new PlacedBuffer(associatedDataSize, 0);
        Fill(random, Key);
        Fill(random, Nonce);
        Fill(random, Plaintext);
        Fill(random, AssociatedData);
    }

    private Message(byte[] key, byte[] nonce, PlacedBuffer plaintext, PlacedBuffer associatedData)
    {
        Key = key;
        Nonce = nonce;
        Plaintext = plaintext;
        AssociatedData = associatedData;
    }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public PlacedBuffer Plaintext { get; }

    public PlacedBuffer AssociatedData { get; }

    /// <summary>Makes a message of pinned copies.</summary>
    public static Message CopyOf(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData) => new(
        Cut(key, key.Length), Cut(nonce, nonce.Length), Place(plaintext), Place(associatedData));

    /// <summary>The same plaintext and associated data, for a peer with a shorter key and nonce.</summary>
    public Message Cut(int keySize, int nonceSize) => new(Cut(Key, keySize), Cut(Nonce, nonceSize), Plaintext, AssociatedData);

    /// <summary>A pinned copy of the first bytes.</summary>
    private static byte[] Cut(byte[] bytes, int size)
    {
        byte[] cut = GC.AllocateArray<byte>(size, pinned: true);
        bytes.AsSpan(0, size).CopyTo(cut);
        return cut;
    }

    private static PlacedBuffer Place(byte[] bytes)
    {
        PlacedBuffer buffer = new(bytes.Length, 0);
        bytes.CopyTo(buffer.Span);
        return buffer;
    }

    private static void Fill(Random random, Span<byte> bytes)
    {
        // A gibibyte of random bytes would take seconds, so the first bytes are repeated, twice as many each time.
        int filled = Math.Min(bytes.Length, 1 << 20);
        random.NextBytes(bytes[..filled]);
        for (; filled < bytes.Length; filled += Math.Min(filled, bytes.Length - filled))
        {
            bytes[..Math.Min(filled, bytes.Length - filled)].CopyTo(bytes[filled..]);
        }
    }
}

/// <summary>
/// Pinned memory at a chosen place in a page. A load waits for earlier stores whose addresses have the same last twelve bits. If the heap placed buffers of 4 KiB, a
/// row's time would depend on the order of allocation.
/// </summary>
/// <remarks>Its addresses and spans are valid while a copy of this value is referenced.</remarks>
internal readonly unsafe struct PlacedBuffer
{
    public const int PageSize = 4096;

    private readonly byte[] _array;

    /// <param name="size">The size in bytes, all of them zero.</param>
    /// <param name="place">The address modulo the page size.</param>
    public PlacedBuffer(int size, int place)
    {
        _array = GC.AllocateArray<byte>(size + PageSize - 1, pinned: true);
        nint start = Marshal.UnsafeAddrOfPinnedArrayElement(_array, 0);
        Address = (byte*)(start + ((place - start) & (PageSize - 1)));
        Length = size;
    }

    public byte* Address { get; }

    public int Length { get; }

    /// <summary>The address modulo the page size.</summary>
    public int Place => (int)((nuint)Address % PageSize);

    public Span<byte> Span => new(Address, Length);

    public static implicit operator Span<byte>(PlacedBuffer buffer) => buffer.Span;

    public static implicit operator ReadOnlySpan<byte>(PlacedBuffer buffer) => buffer.Span;

    public byte[] ToArray()
    {
        byte[] copy = Span.ToArray();
        GC.KeepAlive(_array);
        return copy;
    }
}
