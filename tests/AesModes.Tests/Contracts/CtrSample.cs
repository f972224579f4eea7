using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Tests.Contracts;

/// <summary>One text for <see cref="FaceCtr"/>, or a piece of one, and what it encrypts to by <see cref="ReferenceCtr"/>.</summary>
internal sealed class CtrSample
{
    public const int CounterSize = 16;

    public CtrSample(int size, long position = 0, int keySize = 32)
    {
        Random random = new((size * 1009) + (int)(position % 1_000_003) + keySize);
        Key = Bytes.Random(random, keySize);
        InitialCounter = Bytes.Random(random, CounterSize);
        Plaintext = Bytes.Random(random, size);
        Position = position;
        Ciphertext = ReferenceCtr.Xor(Key, InitialCounter, Plaintext, position);
    }

    public byte[] Key { get; }

    public byte[] InitialCounter { get; }

    public byte[] Plaintext { get; }

    /// <summary>Where in the text this piece of it begins.</summary>
    public long Position { get; }

    public byte[] Ciphertext { get; }

    /// <summary>An instance under the sample's key: on the backend or, without one, as a user makes it.</summary>
    public FaceCtr Create(Backend? backend = null) => backend is null ? new FaceCtr(Key) : new FaceCtr(Key, backend);

    public override string ToString() => $"{Plaintext.Length} bytes at {Position}, AES-{8 * Key.Length}";
}
