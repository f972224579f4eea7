using AesModes.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Tests.Contracts;

/// <summary>One message and what it encrypts to, computed with the span overload on memory apart.</summary>
internal sealed class Sample
{
    /// <summary>What destinations hold before a call.</summary>
    public const byte Filler = 0xa5;

    public const int NonceSize = 12;
    public const int TagSize = 16;
    public const int Overhead = NonceSize + TagSize;

    public Sample(int size, int associatedDataSize = 5, int keySize = 32, Backend? backend = null)
    {
        Random random = new((size * 1009) + (associatedDataSize * 31) + keySize);
        Key = Bytes.Random(random, keySize);
        Nonce = Bytes.Random(random, NonceSize);
        Plaintext = Bytes.Random(random, size);
        AssociatedData = Bytes.Random(random, associatedDataSize);
        Ciphertext = new byte[size];
        Tag = new byte[TagSize];
        using AesGcmSiv siv = Create(backend);
        siv.Encrypt(Nonce.AsSpan(), Plaintext, Ciphertext, Tag, AssociatedData);
    }

    /// <summary>One that somebody else encrypted.</summary>
    public Sample(byte[] key, byte[] nonce, byte[] plaintext, byte[] associatedData, byte[] ciphertext, byte[] tag)
    {
        Key = key;
        Nonce = nonce;
        Plaintext = plaintext;
        AssociatedData = associatedData;
        Ciphertext = ciphertext;
        Tag = tag;
    }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] Plaintext { get; }

    public byte[] AssociatedData { get; }

    public byte[] Ciphertext { get; }

    public byte[] Tag { get; }

    /// <summary>As Seal lays it out.</summary>
    public byte[] Sealed => [.. Nonce, .. Ciphertext, .. Tag];

    /// <summary>An instance under the sample's key: on the backend or, without one, as a user makes it.</summary>
    public AesGcmSiv Create(Backend? backend = null) => backend is null ? new AesGcmSiv(Key) : new AesGcmSiv(Key, backend);

    public static byte[] Filled(int size)
    {
        byte[] bytes = new byte[size];
        bytes.AsSpan().Fill(Filler);
        return bytes;
    }
}
