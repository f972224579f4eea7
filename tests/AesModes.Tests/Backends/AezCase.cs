using System.Globalization;

namespace AesModes.Tests.Backends;

/// <summary>An AEZ message and the reference's result, which is computed on first use and shared by all backends.</summary>
internal sealed class AezCase
{
    private readonly Lazy<byte[]> _ciphertext;

    public AezCase(byte[] key, int tagSize, byte[] nonce, byte[][] associatedData, byte[] plaintext)
    {
        Key = key;
        TagSize = tagSize;
        Nonce = nonce;
        AssociatedData = associatedData;
        Plaintext = plaintext;
        _ciphertext = new(() => Reference.Encrypt(Nonce, AssociatedData, Plaintext));
    }

    public byte[] Key { get; }

    public int TagSize { get; }

    public byte[] Nonce { get; }

    public byte[][] AssociatedData { get; }

    public byte[] Plaintext { get; }

    /// <summary>The reference's ciphertext. Shared: copy it before changing it.</summary>
    public byte[] Ciphertext => _ciphertext.Value;

    public ReferenceAez Reference => new(Key, TagSize);

    /// <summary>Random bytes of the given sizes, under a random key of 48 bytes or, occasionally, of another size.</summary>
    public static AezCase Create(Random random, int size, int tagSize, int nonceSize, params ReadOnlySpan<int> associatedDataSizes)
    {
        byte[] key = Bytes.Random(random, random.Next(8) == 0 ? random.Next(1, 200) : 48);
        byte[] nonce = Bytes.Random(random, nonceSize);
        byte[][] associatedData = new byte[associatedDataSizes.Length][];
        for (int i = 0; i < associatedData.Length; i++)
        {
            associatedData[i] = Bytes.Random(random, associatedDataSizes[i]);
        }

        return new AezCase(key, tagSize, nonce, associatedData, Bytes.Random(random, size));
    }

    /// <summary>Adds a random nonce and up to three random strings of associated data, for tests that do not depend on them.</summary>
    public static AezCase CreateAny(Random random, int size, int tagSize) =>
        Create(random, size, tagSize, random.Next(33), [.. RandomSizes(random, random.Next(4), 40)]);

    public static IEnumerable<int> RandomSizes(Random random, int count, int largest) => Enumerable.Range(0, count).Select(_ => random.Next(largest + 1));

    public Aez Open(Backend backend) => new(Key, TagSize, backend);

    /// <summary>Compares encryption and decryption with the reference.</summary>
    public void Check(Aez aez, string backend)
    {
        byte[] ciphertext = aez.EncryptToArray(Nonce, Plaintext, AssociatedData);
        if (!ciphertext.AsSpan().SequenceEqual(Ciphertext))
        {
            Bytes.AssertEqual(Ciphertext, ciphertext, $"ciphertext of {this} on {backend}");
        }

        byte[]? plaintext = aez.DecryptToArray(Nonce, Ciphertext, AssociatedData, () => $"{this} on {backend}");
        if (plaintext is null || !Plaintext.AsSpan().SequenceEqual(plaintext))
        {
            Assert.True(plaintext is not null, $"refused: {this} on {backend}");
            Bytes.AssertEqual(Plaintext, plaintext, $"plaintext of {this} on {backend}");
        }
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"message of {Plaintext.Length} bytes, tag of {TagSize}, nonce of {Nonce.Length}, associated data of ({string.Join(", ", AssociatedData.Select(a => a.Length))}), key of {Key.Length} ({Sweep.HowToRepeat})");
}
