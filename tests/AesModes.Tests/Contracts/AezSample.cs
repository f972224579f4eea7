using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Reference;

namespace AesModes.Tests.Contracts;

/// <summary>One message for <see cref="Aez"/> and what it encrypts to, computed with the overload for a vector, on memory apart.</summary>
internal sealed class AezSample
{
    public AezSample(int size, int tagSize = 16, int[]? stringSizes = null, int nonceSize = 12, int keySize = 48, Backend? backend = null)
    {
        stringSizes ??= [5];
        Random random = new((size * 1009) + (tagSize * 101) + (stringSizes.Sum() * 31) + (nonceSize * 7) + keySize);
        TagSize = tagSize;
        Key = Bytes.Random(random, keySize);
        Nonce = Bytes.Random(random, nonceSize);
        Plaintext = Bytes.Random(random, size);
        Strings = [.. stringSizes.Select(s => Bytes.Random(random, s))];
        Ciphertext = new byte[size + tagSize];
        using Aez aez = Create(backend);
        aez.Encrypt(Nonce, Plaintext, Ciphertext, Strings);
    }

    /// <summary>One that somebody else encrypted.</summary>
    public AezSample(AezCase message)
    {
        TagSize = message.TagSize;
        Key = message.Key;
        Nonce = message.Nonce;
        Plaintext = message.Plaintext;
        Strings = AezCalls.ToMemories(message.AssociatedData);
        Ciphertext = message.Ciphertext;
    }

    public int TagSize { get; }

    public byte[] Key { get; }

    public byte[] Nonce { get; }

    public byte[] Plaintext { get; }

    /// <summary>The associated data.</summary>
    public ReadOnlyMemory<byte>[] Strings { get; }

    public byte[] Ciphertext { get; }

    /// <summary>An instance under the sample's key: on the backend or, without one, as a user makes it.</summary>
    public Aez Create(Backend? backend = null) => backend is null ? new Aez(Key, TagSize) : new Aez(Key, TagSize, backend);

    public override string ToString() =>
        $"{Plaintext.Length} bytes, tag of {TagSize}, nonce of {Nonce.Length}, strings of {string.Join(" and ", Strings.Select(s => s.Length))}";
}
